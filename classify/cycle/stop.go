package cycle

import (
	"strings"

	"notdone/model"
)

// stop holds words that do not tell obstacles apart: those of any obstacle, and
// function words.
var stop = set(`
a an the this that these those there here it its i me my you your we our us they their them he she his her
to of for from in on at by with into onto as about over under via per within is are was were be been being am
do does did done and or but so because since until unless if then than when while before after first again still yet
also just only some any all more most every each no not none nor without cannot cant dont doesnt didnt couldnt wont isnt
arent wasnt havent hasnt can could would will shall may might must should have has had having get gets got getting give
given gives let im ive youll youd ill id both either neither though although however currently now too very such
access accessible permission permissions permit permitted grant granted granting provide provided supply need needs
needed require requires required necessary missing lack lacks lacking unable able ability allowed allow denied deny
forbidden refused blocked block blocker blocking waiting wait waits please proceed continue complete completed finish
task work request requested asked ask user human operator person someone anyone agent order attempt attempted tried try
trying fail fails failed failure failing error errors exception due read readonly view see reach reached reachable open
opening sorry unfortunately apologies seems appears available unavailable exist exists found find finding right rights privilege privileges
authorized authorised unauthorized unauthorised impossible possible problem issue obstacle reason result results returns returned
once help me who whom whose how why where make makes made like able yes ok okay nothing something anything while
hence therefore thus further additional one two account insufficient enough valid invalid per
changes change up out down off set using use used which what
`)

// stopByKind holds the words that any obstacle of a kind uses.
var stopByKind = map[model.ObstacleKind]map[string]bool{
	model.KindCredentials:  set("api key keys token tokens password passwords secret secrets credential credentials login log auth authentication authenticate authenticated authorization oauth sign signed expired"),
	model.KindRateLimit:    set("rate limit limits limited limiting exceeded quota many requests retry later minute hour day reset api calls usage"),
	model.KindBudget:       set("budget limit limits exceeded exhausted spent spend iteration iterations turn turns token tokens max maximum reached cost usd allowed"),
	model.KindDecision:     set("decide decision choose choice prefer preferred want option options confirm confirmation answer question approval approve go ahead input clarify clarification should"),
	model.KindNetwork:      set("connect connecting connection connections host resolve resolved network reset timeout timed dial tcp unreachable lookup offline address such"),
	model.KindDependency:   set("depends depend dependent dependency dependencies finished merged pending parent upstream"),
	model.KindMissingInput: set("input specify specified details information info clarify know tell"),
	model.KindPolicy:       set("policy policies against"),
	model.KindEnvironment:  set("environment installed install command"),
	model.KindTool:         set("tool tools function functions provided command installed install"),
	model.KindAccess:       set("reach unreachable connect connection"),
}

// synonyms maps words to the word that stands for them in a key.
var synonyms = map[string]string{
	"db": "database", "databases": "database", "prod": "production", "repo": "repository", "repos": "repository", "repositories": "repository",
	"env": "environment", "dir": "folder", "directory": "folder", "config": "configuration", "pushing": "push",
	"writing": "write", "deleting": "delete", "merging": "merge", "deploying": "deploy", "publishing": "publish",
	"creating": "create", "committing": "commit", "executing": "execute", "installing": "install", "secrets": "secret",
	"files": "file", "tickets": "ticket", "keys": "key", "tokens": "token", "servers": "server", "folders": "folder",
}

// verbs are the operations that tell obstacles on one object apart: what may be
// read may still not be pushed to.
var verbs = set("push write delete remove merge deploy publish create execute commit admin modify edit update install restart sudo")

// slashed holds words that are written with slashes between them and are no path.
var slashed = set("and or read write yes no he she him her n a i o in out input output either on off w")

func set(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}
