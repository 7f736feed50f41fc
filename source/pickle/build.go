package pickle

// container makes lists and dictionaries and adds to them; false: it is another instruction.
func (m *machine) container(op byte) bool {
	switch op {
	case ']', ')', 0x8f:
		m.push(&List{})
	case 'l', 't', 0x91:
		m.push(&List{m.popMark()})
	case 0x85, 0x86, 0x87:
		m.push(&List{m.popN(int(op - 0x84))})
	case '}':
		m.push(&Dict{})
	case 'd':
		items := m.popMark()
		m.push(&Dict{})
		m.set(items)
	case 'a':
		m.add(m.popN(1))
	case 'e', 0x90:
		m.add(m.popMark())
	case 's':
		m.set(m.popN(2))
	case 'u':
		m.set(m.popMark())
	default:
		return false
	}
	return true
}

// add adds items to the list, or to the object like one, on top.
func (m *machine) add(items []any) {
	switch to := m.top().(type) {
	case *List:
		to.Items = append(to.Items, items...)
	case *Object:
		to.List.Items = append(to.List.Items, items...)
	default:
		m.fail("items are added to what is no list")
	}
}

// set sets keys and values, one behind the other, in the dictionary, or in the object like one, on top.
func (m *machine) set(items []any) {
	var to *Dict
	switch v := m.top().(type) {
	case *Dict:
		to = v
	case *Object:
		to = &v.Dict
	default:
		m.fail("keys are set in what is no dictionary")
		return
	}
	if len(items)%2 != 0 {
		m.fail("a key has no value")
		return
	}
	for i := 0; i < len(items); i += 2 {
		to.Keys, to.Values = append(to.Keys, items[i]), append(to.Values, items[i+1])
	}
}

// object makes names and objects and gives them their state; false: it is another instruction.
func (m *machine) object(op byte) bool {
	switch op {
	case 'c':
		module := m.line()
		m.push(Global{module, m.line()})
	case 0x93:
		names := m.popN(2)
		module, _ := names[0].(string)
		name, ok := names[1].(string)
		if !ok {
			m.fail("a name is no text")
		}
		m.push(Global{module, name})
	case 0x82, 0x83, 0x84: // a name that both sides have agreed upon
		m.bytes(1 << (op - 0x82))
		m.push(Global{"", "object"})
	case 'R', 0x81:
		two := m.popN(2)
		m.push(call(two[0], two[1], op == 'R'))
	case 0x92: // with arguments by name
		three := m.popN(3)
		made := call(three[0], three[1], false)
		if o, ok := made.(*Object); ok {
			o.State = three[2]
		}
		m.push(made)
	case 'i':
		module := m.line()
		class := Global{module, m.line()}
		m.push(call(class, &List{m.popMark()}, false))
	case 'o':
		items := m.popMark()
		if len(items) == 0 {
			m.fail("an object has no class")
			return true
		}
		m.push(call(items[0], &List{items[1:]}, false))
	case 'b':
		state := m.pop()
		if o, ok := m.top().(*Object); ok {
			o.State = state
		}
	default:
		return false
	}
	return true
}

// call returns what a call stands for: an object, or the plain value that Python writes as a call of a function.
func call(callable, args any, function bool) any {
	o := &Object{Class: Global{"", "object"}}
	if class, ok := callable.(Global); ok {
		o.Class = class
	}
	if list, ok := args.(*List); ok {
		o.Args = list.Items
	}
	if !function || len(o.Args) == 0 {
		return o
	}
	switch o.Class {
	case Global{"_codecs", "encode"}: // the bytes of protocols up to 2
		if text, ok := o.Args[0].(string); ok {
			return latin1(text)
		}
	case Global{"__builtin__", "set"}, Global{"builtins", "set"}, Global{"__builtin__", "frozenset"}, Global{"builtins", "frozenset"},
		Global{"__builtin__", "bytearray"}, Global{"builtins", "bytearray"}:
		return o.Args[0]
	}
	if class, ok := o.Args[0].(Global); ok && len(o.Args) > 1 {
		return made(o, class, o.Args[1:])
	}
	return o
}

// made returns what a function stands for that is called with a class: an attribute of it, or an object of it.
func made(o *Object, class Global, args []any) any {
	switch first := args[0].(type) {
	case string:
		if o.Class.Name == "getattr" {
			return Global{class.Module, class.Name + "." + first}
		}
	case *List: // a function that keeps a traceback with an exception
		return &Object{Class: class, Args: first.Items}
	case Global: // copyreg._reconstructor, with the plain value that the class builds on
		object := &Object{Class: class}
		if len(args) > 1 && args[1] != nil {
			object.Args = []any{args[1]}
			if list, ok := args[1].(*List); ok && first.Name == "list" {
				object.Args, object.List = nil, *list
			} else if ok {
				object.Args = list.Items
			}
		}
		return object
	}
	return o
}

// latin1 returns bytes that were written as characters.
func latin1(text string) []byte {
	b := make([]byte, 0, len(text))
	for _, r := range text {
		b = append(b, byte(r)) // each character is a byte
	}
	return b
}
