package text

import "notdone/model"

// Short tables in German, French, Portuguese and Italian, without accents: what
// is said most often. Their words are such that no other language is misread.

var germanObstacles = []row{
	{"ich|wir habe|haben .. keinen|keine|kein .. zugriff|zugang|rechte|berechtigung|schreibrechte|passwort|zugangsdaten|information|informationen|daten", model.KindAccess, strong},
	{"kann|konnte|konnten|konnen ich|wir|man .. nicht|keine|keinen", model.KindUnknown, firm},
	{"ich|wir|man|es kann|konnte|konnten|konnen ... nicht|keine|keinen", model.KindUnknown, firm},
	{"nicht moglich|erreichbar|verfugbar|gefunden|abgeschlossen|fertig|geschafft|erlaubt|berechtigt|installiert", model.KindUnknown, firm},
	{"fehlt|fehlen mir|uns|noch|leider|der|die|das", model.KindMissingInput, firm},
	{"zugriff|zugang|anmeldung|berechtigung verweigert|abgelehnt|fehlt|fehlgeschlagen|gesperrt", model.KindPermission, firm},
	{"warte|warten|wartet auf|noch", model.KindDependency, firm},
	{"noch nicht|offen|ausstehend", model.KindUnknown, mild},
	{"brauche|benotige|brauchen|benotigen ich|wir|noch|ihre|deine|eine|einen|die|den|das", model.KindMissingInput, firm},
}

var germanAsks = []row{
	{"bitte teilen|teile|nennen|nenne|senden|sende|schicken|schicke|bestatigen|bestatige|geben|gib|prufen|freigeben|angeben|entscheiden", model.KindMissingInput, firm},
	{"soll|sollen|darf ich|wir", model.KindDecision, mild},
	{"mussen|muss|musste sie|du|jemand|ein|der|die .. freigeben|genehmigen|entscheiden|bestatigen|unterschreiben|freischalten", model.KindPermission, firm},
}

var germanFailures = []row{
	{"vorgang|auftrag|anfrage|lauf|sitzung|verbindung abgebrochen|unterbrochen|beendet|gescheitert|fehlgeschlagen", model.KindUnknown, firm},
	{"zeituberschreitung|abbruch", model.KindBudget, firm},
	{"limit|kontingent|budget .. erreicht|uberschritten|erschopft|aufgebraucht", model.KindBudget, strong},
}

var germanRefusals = []plain{
	{firm, []string{
		"dabei|damit|das|so_etwas|daran helfe|mache|schreibe|unterstutze|beteilige ich .. nicht",
		"ich werde|will|mochte ... nicht",
		"schreibe|helfe|erstelle|mache ich .. nicht",
		"lehne ich ab",
	}},
}

var romanceObstacles = []row{
	{"ai|ont|avons pas .. acces|droits|autorisation|permission|mot|information|informations|identifiants", model.KindAccess, strong},
	{"ne peux|peut|pouvons|puis|parviens|pourrai|pourra pas", model.KindUnknown, firm},
	{"pas possible|pu|reussi|disponible|autorise|acces|trouve", model.KindUnknown, mild},
	{"il faut que|un|une|le|la|l", model.KindDecision, mild},
	{"acces|connexion|autorisation refuse|refusee|impossible|interdit", model.KindPermission, firm},
	{"nao consegui|consigo|posso|pude|foi_possivel|tenho|conseguimos|temos|podemos", model.KindUnknown, firm},
	{"preciso|precisamos|falta|faltam do|da|de|o|a|que|dos|das|seu|sua", model.KindMissingInput, firm},
	{"non riesco|posso|sono|ho|abbiamo .. accesso|permessi|riuscito|potuto|credenziali|aprire|accedere|completare|trovare|autorizzato", model.KindAccess, firm},
	{"non posso|riesco|possiamo|riusciamo", model.KindUnknown, firm},
	{"mi serve|servono|manca|mancano", model.KindMissingInput, firm},
}

var romanceAsks = []row{
	{"pouvez|pourriez|peux vous|tu .. confirmer|preciser|indiquer|envoyer|fournir|donner|verifier", model.KindMissingInput, firm},
	{"merci de confirmer|preciser|fournir|indiquer|envoyer|valider", model.KindMissingInput, firm},
	{"posso|devo|podemos confirmar|continuar|prosseguir|seguir|procedere|continuare|confermare|proseguire", model.KindDecision, firm},
	{"pode|poderia|puo|potrebbe|potresti|puoi me|voce|mi? confirmar|informar|enviar|indicar|fornecer|confermare|indicare|inviare|fornire|dirmi", model.KindMissingInput, firm},
}

var romanceFailures = []row{
	{"limite|limit|quota|cota .. atteinte|atteint|depassee|depasse|raggiunto|raggiunta|superato|atingido|atingida|excedido|excedida|esgotada", model.KindBudget, strong},
	{"delai|temps .. depasse|ecoule|expire", model.KindBudget, firm},
	{"operation|tache|operazione|attivita|tarefa|operacao|requete .. interrompue|annulee|interrotta|annullata|interrompida|cancelada|abortada", model.KindUnknown, firm},
}

var romanceRefusals = []plain{
	{firm, []string{
		"je refuse|decline",
		"je ne redigerai|ferai|ecrirai|vais|peux|veux|creerai|aiderai pas",
		"nao vou|irei criar|ajudar|escrever|fazer|gerar|participar|explicar",
		"non scrivo|scrivero|aiuto|aiutero|faccio|faro|creo|creero|posso_aiutare",
	}},
}

var germanPromises = []plain{
	{firm, []string{
		"ich|wir fange|beginne|starte|schaue|prufe|kummere|sehe|lese|lade|suche|schreibe|erstelle|teste ... jetzt|nun|gleich|zuerst|an|mir|mich",
		"ich|wir werde|werden jetzt|nun|gleich|zuerst|als_nachstes",
		"jetzt|nun|zuerst|danach|anschliessend|gleich|als_nachstes fange|beginne|starte|schaue|prufe|kummere|sehe|lese|lade|suche|schreibe|erstelle|teste|werde ich|wir",
	}},
}

var romancePromises = []plain{
	{firm, []string{
		"je vais maintenant? verifier|commencer|corriger|examiner|lancer|regarder|lire|chercher|ecrire|tester|creer|essayer|analyser|preparer|continuer",
		"je|nous commence|commencons|verifie|regarde|lance|prepare ... maintenant|par",
		"vou|vamos agora? verificar|comecar|corrigir|analisar|executar|olhar|ler|procurar|escrever|testar|criar|tentar|preparar|continuar",
		"ora|adesso procedo|inizio|comincio|controllo|verifico|eseguo|guardo|cerco|scrivo|provo|preparo|continuo",
	}},
}
