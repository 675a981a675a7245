// The messages with one-time links that admin users receive.
import type { Language } from '../../kernel/language/language.ts'
import type { EmailContent } from '../content.ts'

/** `invitation`: a new user; `reset`: a user whose authenticator app was reset. */
export type StaffLinkKind = 'invitation' | 'reset'

type Texts = Record<StaffLinkKind, { subject: string; text: string; label: string }> & {
  days: string
  unexpected: string
  reason: string
}

const texts: Record<Language, Texts> = {
  fr: {
    invitation: {
      subject: 'Votre accès à la console',
      text: 'Ce lien vous donne accès à la console\u00a0: vous y choisissez un mot de passe et configurez une application d’authentification.',
      label: 'Configurer mon accès',
    },
    reset: {
      subject: 'Votre application d’authentification a été réinitialisée',
      text: 'Avec ce lien et votre mot de passe, vous configurez une nouvelle application d’authentification.',
      label: 'Configurer l’application',
    },
    days: 'Il fonctionne une seule fois, pendant sept jours. Ne le transmettez à personne.',
    unexpected: 'Si vous n’attendiez pas ce message, n’ouvrez pas le lien et prévenez vos collègues.',
    reason: 'Vous recevez ce message parce qu’un collègue gère votre accès à la console.',
  },
  en: {
    invitation: {
      subject: 'Your access to the console',
      text: 'This link gives you access to the console: you choose a password and set up an authenticator app.',
      label: 'Set up my access',
    },
    reset: {
      subject: 'Your authenticator app was reset',
      text: 'With this link and your password, you set up a new authenticator app.',
      label: 'Set up the app',
    },
    days: 'It works once, for seven days. Don’t share it.',
    unexpected: 'If you did not expect this message, do not open the link, and tell your colleagues.',
    reason: 'You receive this message because a colleague manages your access to the console.',
  },
}

/** @param fragment the token of the link, by `sealFragment`. */
export function staffLinkContent(kind: StaffLinkKind, fragment: string, language: Language): EmailContent {
  const { days, unexpected, reason, [kind]: own } = texts[language]
  return {
    subject: own.subject,
    paragraphs: [own.text, days, unexpected],
    action: { label: own.label, path: '/console/invitation', fragment },
    reason,
  }
}
