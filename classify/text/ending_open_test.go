package text_test

import (
	"testing"

	"notdone/classify/text"
)

// endsOpen are messages whose last thing is an intention, or a call that nobody answered.
var endsOpen = map[string]string{
	"browser step": `Step 11
Eval: Success - the list of tariffs is open
Memory: postcode entered, 3 tariffs seen
Next goal: click on the cheapest tariff`,
	"browser step with signs": `👍 Eval: Success - The form for the seat has opened.
🧠 Memory: Flight chosen, seat 14C wanted.
🎯 Next goal: Choose seat 14C in the plan.
🛠️ Action 1/1: {"click_element_by_index":{"index":31}}`,
	"repr of an output":       `AgentOutput(current_state=AgentBrain(evaluation_previous_goal='Success - cookie notice closed', memory='on the page of the swimming hall', next_goal='Open the timetable'), action=[ActionModel(click_element=ClickElementAction(index=7))])`,
	"json of a step":          `{"current_state": {"evaluation_previous_goal": "Failed", "memory": "0 of 3 recipes", "next_goal": "search for lentils"}, "action": [{"input_text": {"index": 4, "text": "lentils"}}]}`,
	"json in a fence":         "The meter page is open now.\n\n```json\n{\n  \"thought\": \"The field for the reading is empty.\",\n  \"action\": \"type\",\n  \"text\": \"48213\"\n}\n```",
	"react":                   "Thought: I need the opening hours of the second branch.\nAction: search[Harbour Street library opening hours]",
	"numbered elements":       "Let's think step-by-step. The cart has two items. In summary, the next action I will perform is ```click [1582]```",
	"a call as code":          "The dialog for the export is open, so the next thing to press is Save.\n\n```python\npyautogui.click(642, 380)\n```",
	"a playwright call":       "Search results are loaded.\nclick('a217')",
	"numbered action":         "Thought 6: I can look the film up.\nAction 6: Search[The Guest]",
	"computer use":            `{"action": "left_click", "coordinate": [412, 96]}`,
	"xml call":                "I have the list of the rooms. Checking the first one.\n\n<tool_call>\n{\"name\": \"get_room\", \"arguments\": {\"id\": \"R-12\"}}\n</tool_call>",
	"function tag":            "All right, the branch exists.\n<function=execute_bash>\n<parameter=command>git rebase main</parameter>\n</function>",
	"tag of a tool":           "The header is there. Now the styles:\n\n<write_to_file>\n<path>web/styles.css</path>\n<content>\nmain { margin: 0 }\n</content>\n</write_to_file>",
	"tag of a question":       "I looked at both tables.\n\n<ask_followup_question>\n<question>Which of the two tables is to be kept?</question>\n</ask_followup_question>",
	"invoke tag":              "Two of the three files are read.\n\n<invoke name=\"read_file\">\n<parameter name=\"path\">src/c.ts</parameter>\n</invoke>",
	"repr of an action":       "Action(name='scroll', direction='down', amount=3)",
	"action of a dataset":     "Evaluation: the menu has opened.\naction: scroll_down",
	"asks a person by a call": "Eval: Success - password accepted\nMemory: second factor page\nAction: ask_human(\"Which code does the authenticator app show?\")",
	"gives up by a call":      `report_infeasible("the shop has no page for returns of opened goods")`,
	"done without success":    `{"done": {"text": "Two of the five offers could be read.", "success": false}}`,
	"now":                     "The old index is dropped and the mapping is written. Now I will load the documents.",
	"participle and next":     "copy 310 GB done\netag compare done\nremoving old bucket policy next",
	"let me":                  "The handler looks right. Let me run the tests to be sure.",
	"next colon":              "Schema created. Seeds loaded.\nNext: import the orders of 2024.",
	"then":                    "Got the token. Then I'll fetch the shipments and write them to the sheet.",
	"going to":                "Twelve of the invoices have no VAT number. Going to ask the registry for each.",
	"ellipsis":                "✅ version bumped\n✅ changelog\n✅ wheel built\n📦 uploading…",
	"will first":              "Inventory: b-01, b-02, b-03, b-04. Packages are in the mirror. Will do host b-01 first, then the others one by one.",
	"time to":                 "That's the third source read. Time to write it all up.",
	"off to":                  "Layout agreed with myself. Off to draw the plan of the second floor.",
	"todo field":              "- kitchen: measured\n- hall: measured\n- TODO: bathroom, stairs, attic",
	"remaining field":         "checked: A-F\nremaining: G-Z",
}

// endsClosed are messages of finished work that look like them.
var endsClosed = map[string]string{
	"done with success":        `{"done": {"text": "The cheapest tariff is Flex 24 at 31.20 a month.", "success": true}}`,
	"repr of done":             `AgentOutput(current_state=AgentBrain(evaluation_previous_goal='Success - seat saved', memory='seat 14C saved', next_goal='Report the result'), action=[ActionModel(done=DoneAction(text='Seat 14C is reserved.', success=True))])`,
	"browser step done":        "Eval: Success - the order number is shown\nMemory: order 88-120 placed\nNext goal: None\nAction: {\"done\": {\"text\": \"Order 88-120 is placed, delivery on Friday.\", \"success\": true}}",
	"react finish":             "Thought: Both branches open at nine.\nAction: Finish[Both branches open at 9:00]",
	"stop with an answer":      "The page shows the phone number. In summary, the next action I will perform is ```stop [+44 20 7946 0990]```",
	"next action is the end":   "THOUGHTS: All eleven hosts follow the policy.\nNEXT ACTION: COMMAND = finish ARGUMENTS = {'response': 'policy confirmed'}",
	"answer sent":              `send_msg_to_user("The hall opens at 7 on Sundays.")`,
	"numbered end":             "Thought 3: I know the branches now.\nAction 3: Finish[14]",
	"final answer":             `{"action": "final_answer", "action_input": "The library has 14 branches."}`,
	"completion":               "<attempt_completion>\n<result>\nThe page lists 14 branches; the table is in branches.csv.\n</result>\n</attempt_completion>",
	"a command as the answer":  "To see which process holds the port:\n\n```bash\nlsof -i :8080\n```",
	"code as the answer":       "Here is the function you asked for:\n\n```python\ndef click(x, y):\n    pyautogui.click(x, y)\n```",
	"next steps offered":       "The import runs nightly now, and the first night brought in 4,120 rows without an error.\n\nNext steps you might consider:\n- an alert when fewer than 1,000 rows arrive\n- archiving of old files",
	"next is done":             "checked: A-Z\nremaining: none\nnext: nothing",
	"todo empty":               "task: measure the flat\nrooms: 5\ntodo: -\nplan: attached",
	"action taken":             "Incident: queue full at 02:10\nCause: dead consumer\nAction: restarted the consumer, queue drained by 02:31",
	"let me know":              "The three letters are in the folder, each with its address. Let me know if you want them on other paper.",
	"a recipe":                 "Lentil soup for four. Rinse 300 g of lentils, fry an onion in oil, add the lentils and a litre of stock, and simmer for half an hour. Next, season with vinegar. Serve hot.",
	"config as the answer":     "The function definition for the weather tool, ready to paste:\n\n```json\n{\n  \"name\": \"get_weather\",\n  \"parameters\": {\"type\": \"object\", \"properties\": {\"city\": {\"type\": \"string\"}}}\n}\n```",
	"a schedule":               "Set up. The job will run every night at two and writes its log to /var/log/import.",
	"what comes, not from me":  "Published version 2.4 and tagged it. The next release is planned for June.",
	"a spec of an action":      "Added the action `scroll_down` to the recorder, with a test; all 31 tests pass.",
	"a diary in the future":    "Wrote the itinerary: Day 1 you arrive in Porto and walk to the river. Day 2 you will take the train to Braga. The file is itinerary.md.",
	"quoted intention":         "Transcribed the call. The customer closes with \"then I will send you the papers\", see line 88. Transcript and summary are in the ticket.",
	"ideas for later":          "Everything asked for is merged. For later: caching of the tiles, a dark theme.",
	"a to-do list as the work": "Here's the packing list for the trip:\n\n- tent\n- stove\n- two maps\n- rope",
}

func TestEndsOpen(t *testing.T) {
	t.Parallel()
	for name, message := range endsOpen {
		if got := text.Read(message); got.Label == done {
			t.Errorf("%s: %.2f %q", name, got.Score, got.Rules)
		} else if got.Quote == "" {
			t.Errorf("%s: nothing is quoted (%q)", name, got.Rules)
		}
	}
	for name, message := range endsClosed {
		if got := text.Read(message); got.Label != done {
			t.Errorf("%s: %v %.2f %q %q", name, got.Label, got.Score, got.Rules, got.Quote)
		}
	}
}
