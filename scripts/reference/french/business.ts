// French texts of the business of a merchant and its papers.

export const frenchBusiness: Readonly<Record<string, readonly [summary: string, description?: string]>> = {
  requestGoLive: [
    'Demander le passage en production',
    'Là où des documents sont demandés (`GO_LIVE_PAPERS`), l’entreprise et ses documents viennent d’abord ; une demande sans eux est refusée par un 409 qui nomme ce qui manque.',
  ],
  readBusiness: ['Lire l’entreprise, ses documents et ce qui manque pour passer en production'],
  saveBusiness: [
    'Enregistrer l’entreprise',
    'Un brouillon peut être incomplet ; un numéro mal formé est refusé. Les propriétaires sont ceux d’au moins 25 %, ou ceux qui dirigent l’entreprise ; qui n’est plus nommé est retiré avec ses documents.',
  ],
  beginBusinessFile: [
    'Commencer un fichier d’un document, ou le reprendre',
    'Un fichier est reconnu à son SHA-256 : annoncé de nouveau, après une actualisation ou depuis un autre appareil, il reprend à `offset`. Un document peut avoir plusieurs fichiers, sur lesquels il est décidé ensemble.',
  ],
  readBusinessFile: ['Lire où en est un fichier'],
  sendBusinessFilePiece: [
    'Envoyer un morceau d’un fichier',
    'Les octets suivants, 64 Kio au plus. Un morceau déjà reçu ne change rien ; la réponse dit où reprendre. Avec le dernier morceau, le fichier est vérifié : il est alors `RECEIVED`, ou `REFUSED` avec une cause, `fault`.',
  ],
  removeBusinessFile: ['Retirer un fichier d’un document qui n’est pas encore examiné'],
}

export const businessDescriptions: Readonly<Record<string, string>> = {
  'What the business is; it says which numbers and papers are needed.':
    'Ce qu’est l’entreprise ; cela détermine les numéros et documents demandés.',
  'Number in the trade register, as `CD/KIN/RCCM/14-B-01234`.':
    'Numéro au registre du commerce, comme `CD/KIN/RCCM/14-B-01234`.',
  'National identification number, as `01-83-N12345A`.':
    'Numéro d’identification nationale, comme `01-83-N12345A`.',
  'Tax number, as `A1234567B`.': 'Numéro impôt (NIF), comme `A1234567B`.',
  'Where the business is.': 'Où se trouve l’entreprise.',
  'Who owns 25 % or more, or manages the business; at most 10.':
    'Qui possède au moins 25 % de l’entreprise, ou la dirige ; 10 personnes au plus.',
  'As it was announced.': 'Tel qu’il a été annoncé.',
  'Bytes received so far: where the next piece begins.':
    'Octets reçus jusqu’ici : là où commence le morceau suivant.',
  'Bytes.': 'Octets.',
  'Facts and papers without which no request is taken.':
    'Informations et documents sans lesquels aucune demande n’est acceptée.',
  'Of an owner who was saved before.': 'D’un propriétaire déjà enregistré.',
  'Of the owner whose identity document it is.': 'Du propriétaire dont c’est la pièce d’identité.',
  'Of the whole file, in lower-case hexadecimal.': 'Du fichier entier, en hexadécimal minuscule.',
  'Per cent; absent for who manages the business without owning 25 % of it.':
    'Pourcentage ; absent pour qui dirige l’entreprise sans en posséder 25 %.',
  'Per cent; null for who manages the business without owning 25 % of it.':
    'Pourcentage ; null pour qui dirige l’entreprise sans en posséder 25 %.',
  'The last day of validity of the accepted paper.': 'Le dernier jour de validité du document accepté.',
  'The order that recognizes an association, or the accreditation of a school.':
    'L’arrêté qui reconnaît une association, ou l’agrément d’une école.',
  'Where the piece begins.': 'Où commence le morceau.',
  'Whether the facts can be changed: not while a request is pending, nor once the merchant is live.':
    'Si les informations peuvent être modifiées : ni pendant l’examen d’une demande, ni une fois en production.',
  'Whether this deployment asks for papers (`GO_LIVE_PAPERS`).':
    'Si ce service demande des documents (`GO_LIVE_PAPERS`).',
  'Why it was returned.': 'Pourquoi il a été renvoyé.',
  '`checksum`: other bytes than announced, send it again; `format`: no complete PDF, JPEG or PNG file; `active`: a PDF with scripts, actions or attachments.':
    '`checksum` : d’autres octets qu’annoncé, renvoyez-le ; `format` : fichier PDF, JPEG ou PNG incomplet ou d’un autre type ; `active` : un PDF avec des scripts, des actions ou des pièces jointes.',
}
