package text_test

import "testing"

// frenchUnfinished are messages in French of work that is not done.
var frenchUnfinished = []string{
	"Je n'ai pas accès au dossier partagé de la comptabilité.",
	"Il me manque le mot de passe du compte fournisseur.",
	"Merci de m'envoyer le numéro de contrat pour continuer.",
	"La migration n'a pas pu être terminée : la base ne répond pas.",
	"Ça marche pas, le serveur refuse la connexion.",
	"Dois-je supprimer les anciens relevés ou seulement les archiver ?",
	"Laquelle des deux adresses faut-il garder ?",
	"Je vais maintenant vérifier les journaux de la nuit.",
	"Prochaine étape : lancer l'import des clients.",
	"Le quota du jour est épuisé, reprise demain.",
	"Je ne rédigerai pas de faux avis.",
	"Je refuse d'aider à contourner le contrôle.",
	"Le devis est prêt, mais l'envoi attend la signature du directeur.",
	"Huit magasins sur douze sont passés au nouveau tarif, les autres restent à faire.",
	"L'import s'est arrêté à la ligne 300 sur 900.",
	"Sans l'accord de la direction, je ne peux rien virer.",
	"Tout est prêt. Dès que Mme Caron aura signé, le courrier partira.",
	"Le rendez-vous n'est pas encore confirmé, le cabinet ne répond pas.",
	"Malheureusement aucune des demandes n'a reçu de réponse.",
	"Je n'ai pas trouvé la cause et je m'arrête là.",
	"Le formulaire est bien plus joli. L'envoi échoue toujours.",
	"Le site demande un code reçu sur votre téléphone.",
	"En attente du retour du fournisseur.",
	"L'imprimante ne réagit plus malgré le redémarrage.",
	"Le rapport n'est rédigé qu'à moitié.",
	"La liste des participants ne m'a pas été transmise.",
	"Pourriez-vous me dire à partir de quand le tarif s'applique ?",
	"Traitement en cours, le résultat viendra plus tard.",
	"Délai dépassé pendant le téléversement, opération abandonnée.",
	"C'est au service commercial de décider si la remise vaut pour les anciens clients.",
	"Il manque toujours la signature du bailleur, le dossier reste bloqué.",
	"La porte refuse encore de s'ouvrir avec l'application.",
	"Impossible de joindre le transporteur.",
	"Il me faudrait les droits d'administrateur.",
	"Je n'ai pas eu le temps de finir les annexes.",
}

// frenchFinished are messages of finished work, many with words of obstacles.
var frenchFinished = []string{
	"La page de l'équipe a été déplacée sous l'en-tête. Dis-moi si tu veux d'autres ajustements.",
	"Le rapport est terminé et se trouve dans le dossier T2.",
	"Les 48 factures ont été envoyées, aucun retour.",
	"C'est fait.",
	"L'erreur venait d'une bibliothèque obsolète ; je l'ai remplacée et tous les tests passent.",
	"La connexion échouait avec « accès refusé ». Le certificat avait expiré, il est renouvelé et tout fonctionne.",
	"Il ne manque rien : le dossier est complet.",
	"Aucune irrégularité n'a été trouvée sur la période.",
	"La table est réservée pour quatre personnes à 19 h. Voulez-vous que je réserve aussi un parking ?",
	"Non, il n'y a eu aucune panne cette année.",
	"Le premier essai a coupé, le second est allé au bout : sauvegarde complète.",
	"Le message d'erreur du panier vide est désormais clair et traduit en trois langues.",
	"Les utilisateurs sans droits voient maintenant à qui s'adresser.",
	"La demande a été refusée comme vous le souhaitiez, la lettre est partie ce matin.",
	"Un bouchon a retardé la livraison de deux heures ; elle est arrivée à 14 h et rangée.",
	"Le chauffage fonctionne de nouveau, une vanne était bloquée.",
	"Traduit, relu et mis en ligne.",
	"Tous les appareils répondent, zéro alerte depuis minuit.",
	"J'ai supprimé les doublons et trié le tableau.",
	"J'ai résumé le refus de l'assureur : il invoque l'article 7.",
	"Le script plantait sur les accents. Corrigé et vérifié avec 200 fichiers.",
	"Rien à signaler, tous les délais sont tenus.",
	"La capitale du Kazakhstan est Astana.",
	"Si le portail coince encore, une goutte d'huile suffit. Pour aujourd'hui il est réparé.",
	"L'accès de M. Morel est fermé, comme demandé.",
	"Dix-sept inscrits, deux désistements.",
	"La commande était bloquée faute d'adresse ; je l'ai ajoutée et le colis est parti.",
	"Le bus part à 7 h 42 de la place du marché, sans changement.",
	"Quatre tests étaient rouges, tous sont verts.",
	"Les comptes sont soldés et le total correspond à la banque.",
	"L'appareil affichait « plus de papier ». Papier remis, document imprimé.",
	"Le sondage est en ligne, il demande entre autres : « Que vous a-t-il manqué ? »",
	"Je n'ai rien supprimé, j'ai seulement renommé les dossiers.",
}

func TestFrench(t *testing.T) {
	t.Parallel()
	checkLanguage(t, frenchUnfinished, frenchFinished)
}
