package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"notdone/classify/text"
)

func main() {
	sc := bufio.NewScanner(os.Stdin)
	sc.Buffer(nil, 1<<26)
	for sc.Scan() {
		var in struct {
			ID   json.RawMessage
			Text string
		}
		if err := json.Unmarshal(sc.Bytes(), &in); err != nil {
			panic(err)
		}
		r := text.Read(in.Text)
		b, _ := json.Marshal(map[string]any{"id": in.ID, "label": r.Label.String(), "score": r.Score, "rules": r.Rules, "quote": r.Quote, "start": r.Start, "end": r.End, "kind": r.Kind, "grade": r.Grade})
		fmt.Println(string(b))
	}
}
