package text_test

import (
	"testing"

	"notdone/classify/text"
)

// asksOnly are messages that ask for something and have nothing to show.
var asksOnly = map[string]string{
	"one question":              "Which state issued your licence?",
	"a question and its reason": "Which of the two Müllers is it? There is one in Köln and one in Bonn.",
	"several questions":         "How many guests will come? Is there a date already? Do any of them eat no meat?",
	"a list of questions":       "Before the cake can be planned:\n\n1. For how many people?\n2. With or without nuts?\n3. Who collects it?",
	"a bare list of questions":  "- Which language should the subtitles be in?\n- Burned in, or as a file?\n- Do you have the script?",
	"greeting and question":     "Hello Mrs Okafor! Thanks for your message. What is the number on the back of the meter?",
	"lower case":                "do i drop the column or just stop writing to it? both are one line",
	"question in the middle":    "Two calendars have that name. Which one did you mean? I can add the event to either.",
	"asks for one thing":        "May I have the booking code, please?",
	"asks in a bank's words":    "For security, could I get your date of birth and the last four digits of the card?",
	"would you tell":            "Would you mind telling me which of the branches you visited?",
	"please with a list":        "To file the claim, please provide:\n- the date of the accident\n- the number plate of the other car\n- two photos",
	"colon with a list":         "What I still need from you:\n\n- the VAT number\n- the delivery address\n- who signs",
	"details needed":            "Details needed:\n* size of the room\n* ceiling height\n* where the sockets are",
	"confirm and whether":       "Please confirm the new address and whether the old contract ends in May.",
	"bare confirm":              "Confirm whether the 14th is fine for both drivers.",
	"until confirmed":           "The transfer to the new supplier is typed in. Until this is confirmed by the treasurer, it stays a draft.",
	"I'd want first":            "It's a two-line change. I'd want a nod from the data team first, since three reports read that column.",
	"send over":                 "Send over the signed order form and the licences go out.",
	"needs yours before":        "The rollout needs your OK before Thursday's freeze.",
	"could someone":             "The cable on port 12 looks dead from here. Could someone on site swap it?",
	"formal":                    "We kindly request a reader account for the archive, valid for two weeks. On receipt the copying will begin.",
	"drop it here":              "Drop the two missing timesheets in this chat and the payroll run can start.",
	"need to know":              "I need to know how large the frame is before I can order the tyre.",
	"which before booking":      "Three trains fit: 7:12, 8:04, 8:50. Tell me which and the ticket is yours.",
	"yours to choose":           "Option A keeps the wall and costs 900. Option B takes it out and costs 4,000. Your pick.",
	"a number is missing":       "Happy to look up the parcel. The tracking number would help.",
	"needs clarification":       "The word \"soon\" in the request could mean this week or this quarter; a clarification would be welcome.",
	"polite need":               "Would it be possible to have the drawings as DWG? The PDF has no scale.",
	"asks who":                  "Who is the owner of the domain now, and can they confirm the transfer?",
}

// asksBeside are messages of finished work that ask, quote or contain questions.
var asksBeside = map[string]string{
	"courtesy":                      "The flight is booked, the ticket is in your mail. Is there anything else I can do for you?",
	"offer of more":                 "Added the German texts; the build passes. Would you like me to do the French ones too?",
	"shall I also":                  "The dropdown closes again, with a test for it. Shall I give the date picker the same treatment?",
	"rhetorical":                    "Fixed: the icons are loaded once and not per row. Who would have thought that 9 MB of icons take a second?",
	"rhetorical in the middle":      "So why was it slow? Every row opened its own connection. There is a pool now, and the page takes 80 ms.",
	"a question answered":           "Does any endpoint lack an error response? No: all 40 define 4xx and 5xx.",
	"an FAQ as the work":            "Wrote the FAQ for the pool and put it on the site:\n\n**When do you open?** At seven.\n**Is there a sauna?** Yes, on the second floor.\n**Can I pay by card?** Of course.",
	"a quiz as the work":            "Here are the five questions for the quiz night:\n\n1. Which river flows through Kraków?\n2. Who painted the Night Watch?\n3. How many strings has a cello?\n4. In which year did the wall fall?\n5. What is the capital of Mongolia?",
	"a survey as the work":          "The survey is finished and open until Friday. It asks \"How did you hear of us?\", \"Would you come again?\" and \"What did you miss?\"",
	"a quoted question":             "Answered the ticket of Mrs Lund (\"Can I get an invoice with my VAT number?\") and sent her the corrected invoice.",
	"a drafted mail that asks":      "Here is the mail to the landlord:\n\n> Dear Mr Osei,\n> please send us the heating bill of 2025, and confirm whether the boiler was serviced.\n> Kind regards",
	"a draft in a fence":            "Drafted as you asked, two sentences:\n\n```\nHi team, could you please send me your travel dates by Friday? I also need your passport numbers.\n```",
	"a template":                    "The template for new clients is saved as onboarding.docx. It asks for name, address and VAT number, and says \"Please provide a copy of your passport\".",
	"use after the work":            "The patch is installed on all three nodes. Please restart the service once the backup is through.",
	"please find":                   "Please find attached the minutes of Tuesday with the action items in a table.",
	"confirm in a report":           "All 12 addresses were confirmed by phone, and the labels are printed.",
	"a form that was built":         "The contact form now asks for the order number and refuses to send without one. Deployed.",
	"reader may check":              "Migrated the last two tables; counts agree. Feel free to confirm with a query of your own.",
	"let me know if":                "The itinerary is in the shared folder. Let me know if you'd rather leave a day later.",
	"questions counted":             "All 240 questions of the old forum are in the new one, 12 of them without an answer as before.",
	"a poll's result":               "To the question \"Shall we move the meeting to Monday?\" 14 said yes and 3 no; the invitation is changed.",
	"an interview guide as work":    "The interview guide is done, 20 minutes long. It opens with \"Tell me about your last order\" and ends with \"What should we have asked?\"",
	"instructions of how to use it": "Done, the script is in tools/rename.sh. To use it, provide the folder as the first argument and confirm with y.",
	"asked and answered":            "I asked the supplier which size he has in stock; it is the small one, so I ordered six.",
	"answers itself in a word":      "Probe lost? No. Under snow. Dug out. Sends.",
	"a count before the question":   "All 6 done. Want the raw numbers too?",
	"thanks":                        "Thank you! The appointment on the 4th is cancelled and the slot is free again.",
	"a slogan":                      "Three slogans, as you asked: \"Hungry yet?\" – \"Why wait?\" – \"Who needs a kitchen?\"",
}

func TestAsks(t *testing.T) {
	t.Parallel()
	for name, message := range asksOnly {
		if got := text.Read(message); got.Label == done {
			t.Errorf("%s: %.2f %q", name, got.Score, got.Rules)
		}
	}
	for name, message := range asksBeside {
		if got := text.Read(message); got.Label != done {
			t.Errorf("%s: %v %.2f %q %q", name, got.Label, got.Score, got.Rules, got.Quote)
		}
	}
}
