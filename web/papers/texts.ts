// The texts of the upload page, in French and English. They say what is needed and nothing of why: whoever reads them must not learn
// that a transfer is being looked at.
import { dateText } from '../ui/display/date-text.generated.ts'
import type { Link } from './service.ts'

export type Language = 'fr' | 'en'
export const languages: readonly Language[] = ['fr', 'en']
export const languageNames: Record<Language, string> = { fr: 'Français', en: 'English' }

type FileState = 'preparing' | 'queued' | 'sending' | 'waiting' | 'chooseAgain' | 'received'
type Fault = 'checksum' | 'format' | 'active' | 'size' | 'tooMany'

export type Texts = {
  title: string
  languageSwitch: string
  /** What the person knows the request by: their transfer. */
  lead: (transfer: { day: string; partner: string; number: string }) => string
  leadWithout: (institution: string) => string
  /** Who asks, below the lead. */
  askedBy: (institution: string, partner: string) => string
  missing: string
  done: string
  /** How many of the papers are there. */
  progressOf: (received: number, wanted: number) => string
  stillMissing: (papers: string) => string
  otherFiles: string
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
  /** When some files were received and others refused. */
  partly: string
  partlyText: string
  /** Between the name of a file and what is wrong with it. */
  colon: string
  opening: string
  offline: string
  ended: string
  endedText: string
}

const french: Texts = {
  title: 'Envoyer vos pièces',
  languageSwitch: 'Langue',
  lead: ({ day, partner, number }) =>
    `Pour votre transfert du ${day} avec ${partner} vers le ${number}, il nous faut\u00a0:`,
  leadWithout: (institution) =>
    `${institution} a besoin de ces pièces pour compléter les informations sur vos transferts\u00a0:`,
  askedBy: (institution, partner) => `Demandé par ${institution}, qui traite les transferts de ${partner}.`,
  missing: 'À envoyer',
  done: 'Reçue',
  progressOf: (received, wanted) => `${received} sur ${wanted}`,
  stillMissing: (papers) => `Il manque encore\u00a0: ${papers}.`,
  otherFiles: 'Autres fichiers',
  wanted: {
    IDENTITY: 'Pièce d’identité',
    ADDRESS: 'Justificatif de domicile',
    FUNDS: 'Justificatif de l’origine des fonds',
    OTHER: 'Autre pièce',
  },
  until: (day) => `Vous pouvez envoyer vos pièces jusqu’au ${day}.`,
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
    active:
      'Ce PDF contient des scripts, des pièces jointes ou des liens qui s’ouvrent seuls. Envoyez plutôt une photo de la pièce.',
    size: 'Ce fichier est trop volumineux. Envoyez plutôt des photos de la pièce.',
    tooMany: 'Ce lien ne permet pas d’envoyer plus de fichiers.',
  },
  progress: (name) => `Envoi de ${name}`,
  resumes:
    'Si la connexion est coupée, l’envoi reprend là où il s’est arrêté. Vous pouvez aussi fermer cette page et rouvrir le lien plus tard.',
  sealed: 'Elles sont conservées chiffrées.',
  thanks: 'Merci, nous avons reçu vos pièces',
  thanksText: 'Vous pouvez fermer cette page, ou ajouter une autre pièce.',
  partly: 'Nous n’avons pas pu accepter tous vos fichiers',
  partlyText: 'Les autres sont bien reçus. Ceux-ci n’ont pas été acceptés\u00a0:',
  colon: '\u00a0:',
  opening: 'Ouverture…',
  offline: 'Pas de connexion. Nous réessayons…',
  ended: 'Ce lien n’est plus valable',
  endedText: 'Demandez un nouveau lien à la personne qui vous l’a envoyé.',
}

const english: Texts = {
  title: 'Send your papers',
  languageSwitch: 'Language',
  lead: ({ day, partner, number }) => `For your transfer of ${day} with ${partner} to ${number}, we need:`,
  leadWithout: (institution) =>
    `${institution} needs these papers to complete the information about your transfers:`,
  askedBy: (institution, partner) =>
    `Requested by ${institution}, which processes the transfers of ${partner}.`,
  missing: 'To send',
  done: 'Received',
  progressOf: (received, wanted) => `${received} of ${wanted}`,
  stillMissing: (papers) => `Still missing: ${papers}.`,
  otherFiles: 'Other files',
  wanted: {
    IDENTITY: 'Identity document',
    ADDRESS: 'Proof of address',
    FUNDS: 'Proof of source of funds',
    OTHER: 'Another paper',
  },
  until: (day) => `You can send your papers until ${day}.`,
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
    active:
      'This PDF has scripts, attachments or links that open by themselves. Send a photo of the paper instead.',
    size: 'This file is too large. Send photos of the paper instead.',
    tooMany: 'No more files can be sent through this link.',
  },
  progress: (name) => `Sending ${name}`,
  resumes:
    'If the connection is cut, sending continues where it stopped. You can also close this page and open the link again later.',
  sealed: 'They are stored encrypted.',
  thanks: 'Thank you, we have received your papers',
  thanksText: 'You can close this page, or add another paper.',
  partly: 'We could not accept all of your files',
  partlyText: 'The others have been received. These were not accepted:',
  colon: ':',
  opening: 'Opening…',
  offline: 'No connection. Trying again…',
  ended: 'This link is no longer valid',
  endedText: 'Ask whoever sent it to you for a new one.',
}

/** The language before the link says which one the request was written in: the browser's, else French. */
export function browserLanguage(): Language {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2))
  return wanted.find((tag) => tag === 'fr' || tag === 'en') === 'en' ? 'en' : 'fr'
}

const texts: Record<Language, Texts> = { fr: french, en: english }

export const textsIn = (language: Language): Texts => texts[language]

const locales: Record<Language, string> = { fr: 'fr-CD', en: 'en-GB' }

/** "5 décembre 2026", in Kinshasa. @param stamp UTC without a zone, as the service writes it. */
export function dayIn(language: Language, stamp: string, dateStyle: 'long' | 'medium' = 'long'): string {
  const options = { dateStyle, timeZone: 'Africa/Kinshasa' }
  return dateText(locales[language], options, new Date(`${stamp.slice(0, 19)}Z`)).replaceAll(' ', '\u00a0')
}

/** "42 %" */
export function percentIn(language: Language, share: number): string {
  return new Intl.NumberFormat(locales[language], { style: 'percent', maximumFractionDigits: 0 }).format(
    share,
  )
}
