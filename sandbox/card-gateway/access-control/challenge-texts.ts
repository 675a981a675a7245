// Texts of the step-up (challenge) pages, in French and English.

export type Language = 'fr' | 'en'

export type ChallengeTexts = {
  title: string
  heading: string
  lead: string
  amount: string
  card: string
  code: string
  sandboxCode: string
  confirm: string
  resend: string
  cancel: string
  codeResent: string
  wrongCode: (attemptsLeft: number) => string
  passed: string
  notPassed: string
  cancelled: string
  returning: string
  continue: string
  expired: string
  expiredLead: string
  sandbox: string
}

export const challengeTexts: Record<Language, ChallengeTexts> = {
  fr: {
    title: 'Confirmer le paiement',
    heading: 'Confirmez votre paiement',
    lead: 'Saisissez le code à usage unique que votre banque vous a envoyé.',
    amount: 'Montant',
    card: 'Carte',
    code: 'Code',
    sandboxCode: 'Environnement de test\u00a0: aucun SMS n’est envoyé. Votre code est',
    confirm: 'Confirmer',
    resend: 'Renvoyer le code',
    cancel: 'Annuler',
    codeResent: 'Un nouveau code a été envoyé. Dans cet environnement de test, c’est toujours le même.',
    wrongCode: (left) =>
      `Code incorrect. ${left === 1 ? 'Il vous reste une tentative' : `Il vous reste ${left} tentatives`}.`,
    passed: 'C’est confirmé',
    notPassed: 'Paiement non confirmé',
    cancelled: 'Confirmation annulée',
    returning: 'Retour chez le marchand…',
    continue: 'Continuer',
    expired: 'Cette page a expiré',
    expiredLead: 'Revenez chez le marchand et recommencez le paiement.',
    sandbox: 'Test',
  },
  en: {
    title: 'Confirm the payment',
    heading: 'Confirm your payment',
    lead: 'Enter the one-time code that your bank sent you.',
    amount: 'Amount',
    card: 'Card',
    code: 'Code',
    sandboxCode: 'Test environment: no text message is sent. Your code is',
    confirm: 'Confirm',
    resend: 'Resend code',
    cancel: 'Cancel',
    codeResent: 'A new code has been sent. In this test environment it is always the same.',
    wrongCode: (left) => `Incorrect code. ${left === 1 ? 'One attempt' : `${left} attempts`} left.`,
    passed: 'Confirmed',
    notPassed: 'Payment not confirmed',
    cancelled: 'Confirmation cancelled',
    returning: 'Returning to the merchant…',
    continue: 'Continue',
    expired: 'This page has expired',
    expiredLead: 'Go back to the merchant and start the payment again.',
    sandbox: 'Test',
  },
}

/** The language that the browser prefers of the two; French when it accepts neither. */
export function languageOf(header: string | undefined): Language {
  const ranked = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.trim().split(';q=')
      return { language: tag.slice(0, 2).toLowerCase(), quality: Number(quality ?? 1) }
    })
    .filter(({ language }) => language === 'fr' || language === 'en')
    .sort((left, right) => right.quality - left.quality)
  return ranked[0]?.language === 'en' ? 'en' : 'fr'
}
