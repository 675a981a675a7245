// The texts of the upload page, in French and English. They say what is needed and nothing of why: whoever reads them must not learn
// that a transfer is being looked at.
import type { Link } from './service.ts'

export type Language = 'fr' | 'en'
export const languages: readonly Language[] = ['fr', 'en']
export const languageNames: Record<Language, string> = { fr: 'Français', en: 'English' }

type FileState = 'preparing' | 'queued' | 'sending' | 'waiting' | 'chooseAgain' | 'received'
type Fault = 'checksum' | 'format' | 'active' | 'size' | 'tooMany'

export type Texts = {
  title: string
  languageSwitch: string
  lead: (institution: string) => string
  wanted: Record<Link['wanted'][number], string>
  until: (day: string) => string
  photo: string
  file: string
  limits: (files: number, megabytes: number) => string
  files: string
  states: Record<FileState, string>
  faults: Record<Fault, string>
  progress: (name: string) => string
  resumes: string
  sealed: string
  thanks: string
  thanksText: string
  opening: string
  offline: string
  ended: string
  endedText: string
}

const french: Texts = {
  title: 'Envoyer vos documents',
  languageSwitch: 'Langue',
  lead: (institution) =>
    `${institution} a besoin de ces documents pour compléter les informations sur vos transferts\u00a0:`,
  wanted: {
    IDENTITY: 'Pièce d’identité',
    ADDRESS: 'Justificatif de domicile',
    FUNDS: 'Justificatif de l’origine des fonds',
    OTHER: 'Autre document',
  },
  until: (day) => `Vous pouvez les envoyer jusqu’au ${day}.`,
  photo: 'Prendre une photo',
  file: 'Choisir une photo ou un PDF',
  limits: (files, megabytes) =>
    `${files} fichiers au plus, de ${megabytes}\u00a0Mo chacun. Vos photos sont réduites avant l’envoi pour économiser vos données.`,
  files: 'Vos fichiers',
  states: {
    preparing: 'Préparation…',
    queued: 'En attente',
    sending: 'Envoi en cours',
    waiting: 'Connexion perdue. L’envoi reprendra automatiquement.',
    chooseAgain: 'Envoi interrompu. Choisissez à nouveau ce fichier pour continuer.',
    received: 'Reçu',
  },
  faults: {
    checksum: 'Ce fichier a été endommagé pendant l’envoi. Choisissez-le à nouveau.',
    format: 'Ce fichier n’est ni une photo, ni un PDF complet.',
    active: 'Ce PDF contient des scripts ou des pièces jointes. Envoyez plutôt une photo du document.',
    size: 'Ce fichier est trop volumineux. Envoyez plutôt des photos du document.',
    tooMany: 'Ce lien ne permet pas d’envoyer plus de fichiers.',
  },
  progress: (name) => `Envoi de ${name}`,
  resumes:
    'Si la connexion est coupée, l’envoi reprend là où il s’est arrêté. Vous pouvez aussi fermer cette page et rouvrir le lien plus tard.',
  sealed: 'Vos documents sont conservés chiffrés.',
  thanks: 'Merci, nous avons reçu vos documents',
  thanksText: 'Vous pouvez fermer cette page, ou ajouter un autre document.',
  opening: 'Ouverture…',
  offline: 'Pas de connexion. Nous réessayons…',
  ended: 'Ce lien n’est plus valable',
  endedText: 'Demandez un nouveau lien à la personne qui vous l’a envoyé.',
}

const english: Texts = {
  title: 'Send your documents',
  languageSwitch: 'Language',
  lead: (institution) =>
    `${institution} needs these documents to complete the information about your transfers:`,
  wanted: {
    IDENTITY: 'Identity document',
    ADDRESS: 'Proof of address',
    FUNDS: 'Proof of source of funds',
    OTHER: 'Another document',
  },
  until: (day) => `You can send them until ${day}.`,
  photo: 'Take a photo',
  file: 'Choose a photo or a PDF',
  limits: (files, megabytes) =>
    `Up to ${files} files of ${megabytes}\u00a0MB each. Your photos are made smaller before they are sent, to save your data.`,
  files: 'Your files',
  states: {
    preparing: 'Preparing…',
    queued: 'Waiting',
    sending: 'Sending',
    waiting: 'Connection lost. Sending will resume automatically.',
    chooseAgain: 'Sending was interrupted. Choose this file again to continue.',
    received: 'Received',
  },
  faults: {
    checksum: 'This file was damaged during sending. Choose it again.',
    format: 'This file is neither a photo nor a complete PDF.',
    active: 'This PDF has scripts or attachments. Send a photo of the document instead.',
    size: 'This file is too large. Send photos of the document instead.',
    tooMany: 'No more files can be sent through this link.',
  },
  progress: (name) => `Sending ${name}`,
  resumes:
    'If the connection is cut, sending continues where it stopped. You can also close this page and open the link again later.',
  sealed: 'Your documents are stored encrypted.',
  thanks: 'Thank you, we have received your documents',
  thanksText: 'You can close this page, or add another document.',
  opening: 'Opening…',
  offline: 'No connection. Trying again…',
  ended: 'This link is no longer valid',
  endedText: 'Ask whoever sent it to you for a new one.',
}

const texts: Record<Language, Texts> = { fr: french, en: english }

export const textsIn = (language: Language): Texts => texts[language]

const locales: Record<Language, string> = { fr: 'fr-CD', en: 'en-GB' }

/** "5 décembre 2026", in Kinshasa. @param stamp UTC without a zone, as the service writes it. */
export function dayIn(language: Language, stamp: string): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'Africa/Kinshasa' })
    .format(new Date(`${stamp.slice(0, 19)}Z`))
    .replaceAll(' ', '\u00a0')
}

/** "42 %" */
export function percentIn(language: Language, share: number): string {
  return new Intl.NumberFormat(locales[language], { style: 'percent', maximumFractionDigits: 0 }).format(
    share,
  )
}
