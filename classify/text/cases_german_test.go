package text_test

import "testing"

// germanUnfinished are messages in German of work that is not done.
var germanUnfinished = []string{
	"Ich habe keinen Zugriff auf das Archivlaufwerk.",
	"Für den Abruf der Kontoauszüge fehlt mir das Passwort der Hausbank.",
	"Bitte schicken Sie mir die Vertragsnummer, dann kann es weitergehen.",
	"Die Migration konnte nicht abgeschlossen werden, weil die Datenbank nicht erreichbar ist.",
	"Der Versand ging nicht, der Mailserver lehnt jede Verbindung ab.",
	"Soll ich die alten Belege löschen oder nur verschieben?",
	"Welche der drei Adressen ist die richtige?",
	"Ich fange jetzt mit dem Abgleich der Stammdaten an.",
	"Als Nächstes prüfe ich die Protokolle der letzten Nacht.",
	"Das Kontingent für heute ist erschöpft, morgen geht es weiter.",
	"Dabei helfe ich nicht, das wäre eine Fälschung.",
	"Ich werde keine gefälschten Bewertungen schreiben.",
	"Das Angebot ist fertig, aber der Versand steht noch aus.",
	"Von den zwölf Filialen sind acht umgestellt, die restlichen vier fehlen noch.",
	"Der Import ist nach 300 von 900 Zeilen abgebrochen.",
	"Ohne Freigabe durch die Geschäftsführung darf ich nichts überweisen.",
	"Alles ist vorbereitet. Sobald Frau Krüger unterschreibt, geht der Brief hinaus.",
	"Der Termin ist noch nicht bestätigt, die Praxis meldet sich nicht zurück.",
	"Leider kam auf keine der Anfragen eine Antwort.",
	"Ich konnte den Fehler nicht finden und habe hier aufgehört.",
	"Das Formular sieht nun viel besser aus. Absenden lässt es sich allerdings weiterhin nicht.",
	"Die Seite verlangt einen Bestätigungscode, der an Ihr Telefon ging.",
	"Wartet auf die Rückmeldung des Lieferanten.",
	"Der Drucker reagiert nicht, trotz Neustart.",
	"Die Auswertung ist nur zur Hälfte fertig.",
	"Mir liegt die Liste der Teilnehmer nicht vor.",
	"Könnten Sie mir sagen, ab wann der Tarif gelten soll?",
	"Zeitüberschreitung beim Hochladen, abgebrochen.",
	"Ob der Rabatt auch für Altkunden gilt, muss die Vertriebsleitung entscheiden.",
	"Vom Vermieter fehlt nach wie vor die Unterschrift, damit ruht der Vorgang.",
	"Die Tür öffnet sich immer noch nicht per App.",
	"Dafür bräuchte ich die Rolle eines Administrators.",
}

// germanFinished are messages of finished work, many with words of obstacles.
var germanFinished = []string{
	"Der Bericht ist fertig und liegt im Ordner Quartal 2.",
	"Alle 48 Rechnungen wurden verschickt, keine kam zurück.",
	"Erledigt.",
	"Der Fehler lag an einer veralteten Bibliothek, ich habe sie ausgetauscht und alle Tests laufen wieder durch.",
	`Die Anmeldung schlug mit "Zugriff verweigert" fehl. Ursache war ein abgelaufenes Zertifikat; es ist erneuert, die Anmeldung klappt.`,
	"Es fehlt nichts: alle Unterlagen sind vollständig.",
	"Im gesamten Zeitraum wurden keine Unregelmäßigkeiten gefunden.",
	"Der Tisch ist für vier Personen um 19 Uhr reserviert. Soll ich auch einen Parkplatz buchen?",
	"Ich habe die Adresse geändert. Kann ich sonst noch etwas für Sie tun?",
	"Nein, in diesem Jahr gab es keine Ausfälle.",
	"Beim ersten Versuch brach die Verbindung ab, beim zweiten lief die Sicherung durch.",
	"Die Fehlermeldung bei leerem Warenkorb ist jetzt verständlich formuliert und in drei Sprachen hinterlegt.",
	"Nutzer ohne Berechtigung sehen nun einen Hinweis, an wen sie sich wenden können.",
	"Der Antrag wurde abgelehnt, wie Sie es gewünscht hatten; das Schreiben ist in der Post.",
	"Der Stau auf der A3 hat die Lieferung um zwei Stunden verzögert, sie ist um 14 Uhr angekommen und eingelagert.",
	"Die Heizung läuft wieder, das Ventil klemmte.",
	"Übersetzt, Korrektur gelesen und hochgeladen.",
	"Alle Geräte sind erreichbar, null Warnungen seit Mitternacht.",
	"Ich habe die doppelten Einträge entfernt und die Tabelle neu sortiert.",
	"Die Ablehnung der Versicherung habe ich zusammengefasst: sie beruft sich auf Paragraf 7.",
	"Das Skript scheiterte an Umlauten im Dateinamen. Behoben und mit 200 Dateien geprüft.",
	"Kein Handlungsbedarf, alle Fristen sind eingehalten.",
	"Die Hauptstadt von Kasachstan heißt Astana.",
	"Falls das Tor noch einmal klemmt, hilft ein Tropfen Öl. Für heute ist es repariert.",
	"Der Zugang für Herrn Maas ist gesperrt, wie angewiesen.",
	"Es sind 17 Teilnehmer angemeldet, zwei haben abgesagt.",
	"Die Bestellung war blockiert, weil die Lieferadresse fehlte; ich habe sie nachgetragen und die Ware ist unterwegs.",
	"Der Bus fährt um 7:42 Uhr ab Markt, Umstieg ist nicht nötig.",
	"Vier Tests waren rot, jetzt sind alle grün.",
	"Die offenen Posten sind ausgeglichen, der Saldo stimmt mit der Bank überein.",
	`Das Gerät meldete "kein Papier". Papier nachgelegt, Auftrag gedruckt.`,
	`Die Umfrage ist online und fragt unter anderem: "Was hat Ihnen gefehlt?"`,
	"Ich habe nichts gelöscht, nur die Ordner umbenannt.",
}

func TestGerman(t *testing.T) {
	t.Parallel()
	checkLanguage(t, germanUnfinished, germanFinished)
}
