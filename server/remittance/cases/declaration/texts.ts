// The French words of a declaration of suspicion.
import { operators } from '../../../kernel/operators.ts'
import { frenchDocuments, frenchFundsSources, frenchPurposes } from '../../transfer/french-labels.ts'
import type { TransferStatus } from '../../transfer/transfer.ts'

const states: Record<TransferStatus, string> = {
  Submitted: 'En cours d’exécution',
  Successful: 'Exécuté',
  Failed: 'Non exécuté',
  Reversed: 'Exécuté, puis repris par l’opérateur',
  Hold: 'Retenu',
}

/** By the codes as they are stored; older ones may have no label. */
const purposes: Readonly<Record<string, string>> = frenchPurposes
const fundsSources: Readonly<Record<string, string>> = frenchFundsSources

const operatorNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(operators).map(([code, { name }]) => [code, name]),
)

/** By the name of the import; a list imported under a name of its own keeps it. */
const lists: Readonly<Record<string, string>> = {
  opensanctions: 'OpenSanctions',
  'ofac-sdn': 'OFAC, liste SDN',
  'ofac-consolidated': 'OFAC, liste consolidée',
  'sandbox watchlist': 'liste de test',
}

export const declarationTexts = {
  title: 'Déclaration de soupçon',
  test: 'Document de test, sans valeur',
  confidential: 'Confidentiel. Il est interdit d’informer les personnes concernées de cette déclaration.',
  recipient: 'Destinataire',
  basis: 'Base légale',
  caseNumber: 'Dossier',
  preparedAt: 'Établie le',
  declarant: 'Déclarant',
  institution: 'Établissement',
  institutionMissing: 'non renseigné',
  address: 'Adresse',
  contact: 'Correspondant',
  phone: 'Téléphone',
  email: 'E-mail',
  person: 'Personne concernée',
  name: 'Nom',
  birthDate: 'Date de naissance',
  document: 'Pièce d’identité',
  number: 'Portefeuille',
  description: 'Description de l’opération suspecte',
  grounds: 'Motifs du soupçon',
  execution: 'Exécution de l’opération',
  executionState: 'État',
  executions: {
    EXECUTED: 'L’opération a été exécutée',
    BLOCKED: 'L’opération est bloquée',
    WAITING: 'L’opération est en attente d’exécution',
  },
  executionReason: 'Raisons',
  executeBy: 'À exécuter avant le',
  noDeadline: 'Aucune date limite',
  operation: (number: number, of: number) => (of === 1 ? 'Opération' : `Opération ${number} sur ${of}`),
  transaction: 'Transaction',
  at: 'Date',
  amount: 'Montant envoyé',
  state: 'État',
  merchant: 'Partenaire et référence',
  sender: 'Expéditeur',
  receiver: 'Bénéficiaire',
  born: 'Naissance',
  issued: (from: string, to: string) => `délivrance le ${from}, expiration le ${to}`,
  profession: 'Profession',
  wallet: 'Portefeuille crédité',
  subscriber: 'Titulaire selon l’opérateur',
  purpose: 'Motif du transfert',
  funds: 'Origine des fonds',
  operators: operatorNames,
  documents: frenchDocuments,
  states,
  purposes,
  fundsSources,
  findings: 'Constatations du contrôle',
  match: 'Ressemblance avec une liste',
  lists,
  score: (points: number) => `score de ${points} sur 100`,
  limit: (outcome: string) => `Plafond dépassé (${outcome})`,
  limitOutcomes: { allow: 'enregistré', hold: 'retenu', refuse: 'refusé' },
  exceeded: (rule: string, reached: string, limit: string, request: string) =>
    `Règle ${rule}\u00a0: ${reached} pour un plafond de ${limit}. ${request}`,
  request: (reference: string, at: string) => `Demande ${reference} du ${at}`,
  papers: 'Pièces jointes au dossier',
  none: 'Aucune',
  steps: 'Transmission',
  stepKinds: {
    PHONE: 'Par téléphone',
    WRITING: 'Par écrit',
    ELECTRONIC: 'Par voie électronique',
    ACKNOWLEDGED: 'Accusé de réception',
  },
}
