// The declaration of suspicion as a French PDF for the financial intelligence unit.
import { amountText, longDay } from '../../../kernel/language.ts'
import { operators } from '../../../kernel/operators.ts'
import { blockPages, type Fact, facts, piecesOf, section, text } from '../../../platform/documents/blocks.ts'
import { openPdf, type Pdf } from '../../../platform/documents/pdf.ts'
import { isMoney, type LimitMeasure } from '../../limits/rule.ts'
import { frenchDocuments, frenchFundsSources, frenchPurposes } from '../../transfer/french-labels.ts'
import type { TransferStatus } from '../../transfer/transfer.ts'
import type { StepKind } from './content.ts'
import type { DeclarationDocument } from './document.ts'

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

const t = {
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

/** How it was sent, or acknowledged. */
type Step = { kind: StepKind; reference: string; at: string }

/** The bytes of the document. */
export async function* declarationPdf(
  document: DeclarationDocument,
  steps: readonly Step[],
): AsyncGenerator<Uint8Array> {
  const head = { title: t.title, subtitle: document.number }
  const pdf = await openPdf({
    title: `${t.title} ${document.number}`,
    author: document.institution?.name ?? 'Likuta',
    language: 'fr',
    madeAt: Temporal.Instant.from(`${document.prepared_at}Z`),
  })
  yield* blockPages(pdf, blocksOf(pdf, document, steps), {
    head,
    language: 'fr',
    notice: document.environment === 'sandbox' ? t.test : undefined,
    note: t.confidential,
  })
}

function blocksOf(pdf: Pdf, document: DeclarationDocument, steps: readonly Step[]) {
  const { institution, declarant, person } = document
  return [
    ...facts(pdf, [
      [t.recipient, document.recipient],
      [t.basis, document.legal_basis],
      [t.caseNumber, document.case_id],
      [t.preparedAt, timeText(document.prepared_at)],
    ]),
    ...section(
      pdf,
      t.declarant,
      ...facts(pdf, [
        [t.institution, institution?.name ?? t.institutionMissing],
        [t.address, institution?.address],
        ['RCCM', institution?.rccm],
        ['NIF', institution?.nif],
        [t.contact, `${declarant.name}, ${declarant.function}`],
        [t.phone, declarant.phone],
        [t.email, declarant.email],
      ]),
    ),
    ...section(
      pdf,
      t.person,
      ...facts(pdf, [
        [t.name, person.name],
        [t.birthDate, person.birth_date && dayOf(person.birth_date)],
        [t.document, documentOf(person.document)],
        [t.number, person.number && `+${person.number}`],
      ]),
    ),
    ...section(pdf, t.description, ...text(pdf, document.description)),
    ...section(pdf, t.grounds, ...text(pdf, document.grounds)),
    ...section(
      pdf,
      t.execution,
      ...facts(pdf, [
        [t.executionState, t.executions[document.execution]],
        [t.executeBy, document.execute_by ? dayOf(document.execute_by) : t.noDeadline],
        ...piecesOf(document.execution_reason).map(
          (piece, i): Fact => [i === 0 ? t.executionReason : '', piece || ' '],
        ),
      ]),
    ),
    ...document.operations.flatMap((operation, i) =>
      section(pdf, t.operation(i + 1, document.operations.length), ...facts(pdf, operationFacts(operation))),
    ),
    ...section(pdf, t.findings, ...facts(pdf, findingFacts(document))),
    ...section(pdf, t.papers, ...text(pdf, document.papers.map(({ name }) => name).join('\n') || t.none)),
    ...section(pdf, t.steps, ...facts(pdf, steps.map(stepFact))),
  ]
}

const stepFact = ({ kind, reference, at }: Step): Fact => [
  t.stepKinds[kind],
  [timeText(at), reference].filter(Boolean).join(' · '),
]

function operationFacts(operation: DeclarationDocument['operations'][number]): Fact[] {
  const { sender, receiver, purpose, source_of_funds } = operation.parties
  const named = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(', ')
  return [
    [t.transaction, operation.transaction_id],
    [t.at, timeText(operation.at)],
    [t.amount, amountText(numberText(operation.amount), operation.currency, 'fr')],
    [t.state, t.states[operation.status]],
    [t.merchant, `${operation.merchant_name} (${operation.reference})`],
    [t.sender, [sender.first_name, sender.middle_name, sender.last_name].filter(Boolean).join(' ')],
    [t.born, named(dayOf(sender.birth_date), sender.birth_place)],
    [
      t.document,
      `${documentOf(sender.document)}, ${t.issued(dayOf(sender.document.issued), dayOf(sender.document.expires))}`,
    ],
    [t.address, named(sender.address, sender.city, countryOf(sender.country))],
    [t.phone, sender.msisdn && `+${sender.msisdn}`],
    [t.profession, sender.profession],
    [t.receiver, receiver.name],
    [t.born, named(receiver.birth_date && dayOf(receiver.birth_date), receiver.birth_place)],
    [t.document, documentOf(receiver.document)],
    [t.address, receiver.address],
    [t.wallet, `+${operation.customer_number} (${t.operators[operation.operator] ?? operation.operator})`],
    [t.subscriber, operation.subscriber_name],
    [t.purpose, t.purposes[purpose] ?? purpose],
    [t.funds, t.fundsSources[source_of_funds] ?? source_of_funds],
  ]
}

function findingFacts({ matches, limits }: DeclarationDocument): Fact[] {
  return [
    ...matches.map(
      ({ list, entry_id, entry_name, score }): Fact => [
        t.match,
        `${entry_name} (${t.lists[list] ?? list}, ${entry_id}), ${t.score(Math.round(100 * Number(numberText(score))))}`,
      ],
    ),
    ...limits.map(
      ({ rule: id, outcome, measure, reached, limit, at, reference }): Fact => [
        t.limit(t.limitOutcomes[outcome]),
        t.exceeded(
          id,
          limitText(measure, reached),
          limitText(measure, limit),
          t.request(reference, timeText(at)),
        ),
      ],
    ),
  ]
}

const dayOf = (day: string) => longDay(Temporal.PlainDate.from(day), 'fr')

/** UTC, as the service writes its times. */
function timeText(at: string): string {
  const time = Temporal.PlainDateTime.from(at)
  return `${longDay(time.toPlainDate(), 'fr')}, ${time.toPlainTime().toString({ smallestUnit: 'second' })} UTC`
}

const documentOf = ({ type, number }: { type: keyof typeof t.documents; number: string }) =>
  `${t.documents[type]} ${number}`

/** @param code two letters, or empty */
const countryOf = (code: string) =>
  code && new Intl.DisplayNames('fr', { type: 'region', fallback: 'code' }).of(code)

/** @param value dollars, or how many of what the rule counts */
const limitText = (measure: LimitMeasure, value: unknown) =>
  isMoney(measure) ? amountText(numberText(value), 'USD', 'fr') : numberText(value)

/** A number as it is written in JSON. */
const numberText = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'rawJSON' in value ? String(value.rawJSON) : String(value)
