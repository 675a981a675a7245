// The messages that admin users receive about their accounts: one-time links, sign-ins from new devices, recovery codes used.
import type { Language } from '../../kernel/language.ts'
import type { EmailContent } from '../content.ts'
import { writingFor } from './writing.ts'

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

/** A sign-in from a new device. `device` is null for a program that does not say what it is. */
type StaffSignIn = { at: Temporal.Instant; device: string | null; address: string }

/** Where the service is run: the times in messages to admins are of there. */
const timeZone = 'Africa/Kinshasa'

const accountTexts = {
  fr: {
    device: {
      subject: 'Nouvelle connexion à la console',
      text: 'Votre compte de la console vient d’être utilisé depuis un appareil ou une adresse IP que vous n’aviez pas encore utilisés.',
      unexpected:
        'Si ce n’était pas vous, changez votre mot de passe depuis la console, mettez fin aux autres sessions et prévenez vos collègues.',
      label: 'Voir mes sessions',
    },
    recovery: {
      subject: 'Un code de secours de votre compte de la console a été utilisé',
      text: (left: number) =>
        `Un de vos codes de secours a été utilisé à la place de votre second facteur. Il vous en reste ${left}.`,
      unexpected:
        'Si c’était vous, vous n’avez rien à faire. Sinon, changez votre mot de passe, renouvelez vos codes de secours et prévenez vos collègues maintenant.',
      label: 'Vérifier mon compte',
    },
    facts: { at: 'Date', device: 'Appareil', address: 'Adresse IP' },
    reason: 'Vous recevez ce message parce que vous avez un compte de la console.',
  },
  en: {
    device: {
      subject: 'New sign-in to the console',
      text: 'Your console account has just been used from a device or an IP address that you had not used before.',
      unexpected:
        'If this was not you, change your password in the console, end the other sessions, and tell your colleagues.',
      label: 'View my sessions',
    },
    recovery: {
      subject: 'A recovery code of your console account was used',
      text: (left: number) =>
        `Someone used one of your recovery codes in place of your second factor. You have ${left} left.`,
      unexpected:
        'If it was you, there is nothing to do. If not, change your password, renew your recovery codes and tell your colleagues now.',
      label: 'Check your account',
    },
    facts: { at: 'Time', device: 'Device', address: 'IP address' },
    reason: 'You receive this message because you have a console account.',
  },
} as const

/** Writes a message about the account of an admin user, with the sign-in that caused it. */
function accountContent(
  { subject, text, unexpected, label }: Record<'subject' | 'text' | 'unexpected' | 'label', string>,
  { at, device, address }: StaffSignIn,
  language: Language,
): EmailContent {
  const { facts, reason } = accountTexts[language]
  return {
    subject,
    paragraphs: [text, unexpected],
    facts: [
      [facts.at, writingFor({ language, timeZone }).time(at)],
      [facts.device, device ?? '—'],
      [facts.address, address],
    ],
    action: { label, path: '/console/account' },
    reason,
  }
}

/** Writes the message about a sign-in from a device that the user has not used before. */
export const newStaffDeviceContent = (signIn: StaffSignIn, language: Language): EmailContent =>
  accountContent(accountTexts[language].device, signIn, language)

/** Writes the message about the use of a recovery code. @param use.left how many codes are left. */
export function staffRecoveryCodeContent(
  { left, ...signIn }: StaffSignIn & { left: number },
  language: Language,
): EmailContent {
  const { recovery } = accountTexts[language]
  return accountContent({ ...recovery, text: recovery.text(left) }, signIn, language)
}
