// Words that people ask with and that the title of a page does not have. They are searched like the title, and never shown.
import type { Language } from '../guides/guide-texts.ts'

/** By the name of a guide. */
export const otherWords: Record<Language, Readonly<Record<string, string>>> = {
  fr: {
    'quick-start':
      'commencer débuter premier paiement installer SDK exemple tutoriel essayer cinq minutes inscription compte où trouver mes clés clé API',
    'hosted-checkout':
      'page de paiement créer une commande lien redirection retour client ferme navigateur accepter carte bancaire site boutique PHP WordPress idempotence statut',
    'custom-checkout':
      'champs de carte intégrés formulaire propre page iframe cadre microform 3-D Secure jeton authentification',
    'payment-links':
      'lien de paiement QR code WhatsApp facture plusieurs fois échéances tranches frais scolaires école élève classe minerval montant libre don acompte reste à payer',
    'mobile-money':
      'M-Pesa Vodacom Airtel Orange Afrimoney Africell payer par téléphone portefeuille client débité commande en attente PIN argent perdu payé deux fois encaisser',
    refunds: 'rembourser rendre l’argent annuler un paiement annulation erreur de montant retour marchandise',
    balance:
      'recevoir mon argent je reçois reçu virement versement retrait retirer vers banque compte M-Pesa Airtel Money Orange Money quand suis-je payé délai disponible combien prenez-vous commission coût prix tarif frais facture relevé comptabilité export',
    disputes:
      'contestation réclamation chargeback rétrofacturation fraude banque preuve délai litige contester',
    receipts: 'reçu faux capture d’écran vérifier preuve de paiement comptoir facture ticket',
    webhooks:
      'callback notification événement signature vérifier HMAC pas reçu manqué récepteur serveur URL de rappel nouvel essai renvoyer secret',
    remittance:
      'transfert envoyer de l’argent vers M-Pesa virement téléphone bénéficiaire expéditeur KYC taux de change dollar franc devis taux garanti salaires paie lot fichier CSV plafond sanctions portefeuille préfinancé retrait frais',
    sandbox:
      'test tester bac à sable carte de test Visa Mastercard numéro de test simuler panne essayer faux argent horloge avancer temps',
    errors:
      'erreur code message refus 401 403 422 429 500 limite de requêtes trop de requêtes répéter support',
    declines:
      'refus de carte refusée motif raison fonds insuffisants code PIN expirée banque pourquoi le paiement a échoué',
    team: 'employé collaborateur utilisateur comptable caissier caissière agent vendeur rôle droits inviter mot de passe double authentification deux personnes approuver validation équipe ajouter',
    security:
      'clé API secret perdu volé renouveler changer rotation adresse IP autorisée liste blanche PCI DSS données personnelles pirate',
    'going-live':
      'production passer en production mise en service activer compte réel documents RCCM dossier conditions agrément',
    glossary: 'définition vocabulaire termes signification que veut dire',
  },
  en: {
    'quick-start':
      'start begin first payment install SDK example tutorial try five minutes sign up account where find my API keys',
    'hosted-checkout':
      'payment page create order link redirect return customer closes browser accept bank cards website shop PHP WordPress idempotency key retry status',
    'custom-checkout':
      'card fields embed own page form iframe frame microform 3-D Secure token authentication',
    'payment-links':
      'payment link QR code WhatsApp invoice instalments installments parts due dates school fees pupil class open amount donation deposit remaining',
    'mobile-money':
      'M-Pesa Vodacom Airtel Orange Afrimoney Africell pay by phone wallet customer debited order pending PIN lost money paid twice collect',
    refunds: 'refund give money back return void cancel a payment same day wrong amount',
    balance:
      'money get paid when paid payout withdraw bank account M-Pesa Airtel Money Orange Money how much cost price settlement when available delay commission fees invoice statement accounting export reconcile',
    disputes: 'chargeback contest claim fraud bank evidence deadline respond',
    receipts: 'receipt forged fake screenshot verify proof of payment counter invoice ticket',
    webhooks:
      'callback notification event signature verify HMAC not received missed handler server URL retry resend secret feed duplicate',
    remittance:
      'transfer send money phone beneficiary sender KYC exchange rate dollar franc quote lock guaranteed rate salaries payroll batch file CSV limits sanctions screening prefunded wallet balance insufficient top up cash-out fee',
    sandbox:
      'test card numbers Visa Mastercard test mode simulate outage fake money clock move time forward try',
    errors:
      'error code message refused 401 403 422 429 500 rate limit exceeded too many requests retry support idempotency',
    declines:
      'declined card refused reason insufficient funds wrong PIN expired bank why did the payment fail',
    team: 'employee staff user accountant cashier role permissions invite password two-factor two people approve approval add',
    security:
      'API key secret lost stolen rotate rotation change IP address allowlist whitelist PCI DSS compliance personal data hacked',
    'going-live': 'production go live activate real account documents papers requirements launch',
    glossary: 'definition vocabulary terms meaning what does it mean',
  },
}
