// The declaration of suspicion as a French PDF for the financial intelligence unit.
import { amountText, longDay } from '../../../kernel/language/language.ts'
import {
  drawFoot,
  drawHead,
  drawNotice,
  drawShortHead,
  left,
  rule,
  wide,
} from '../../../platform/documents/frame.ts'
import { openPdf, type Pdf, page, type TextStyle } from '../../../platform/documents/pdf.ts'
import { isDay } from '../../../platform/http/lists/list-query.ts'
import { isMoney, type LimitMeasure } from '../../limits/rule.ts'
import type { StepKind } from './content.ts'
import type { DeclarationDocument } from './document.ts'
import { declarationTexts as t } from './texts.ts'

/** A piece that stays on one page: its height, and how it is drawn. */
type Block = { height: number; draw: (y: number) => void }
/** How it was sent, or acknowledged. */
type Step = { kind: StepKind; reference: string; at: string }
type Fact = readonly [name: string, value: string | null | undefined]

const label: TextStyle = { size: 8.5, colour: '#55656c' }
const body: TextStyle = { size: 9 }
const heading: TextStyle = { size: 11, weight: 'bold' }
const labelWidth = 150
const bottom = page.height - 56

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
  const isTest = document.environment === 'sandbox'
  const pages = paginated(blocksOf(pdf, document, steps), isTest ? 122 : 94)
  yield* pdf.bytes(
    (async function* draw() {
      for (const [i, blocks] of pages.entries()) {
        pdf.newPage()
        const top = i === 0 ? drawHead(pdf, head) : drawShortHead(pdf, head)
        let y = i === 0 && isTest ? drawNotice(pdf, top, t.test) : top
        for (const block of blocks) {
          block.draw(y)
          y += block.height
        }
        drawFoot(pdf, { note: t.confidential, number: i + 1, of: pages.length, language: 'fr' })
        yield
      }
    })(),
  )
}

/** The blocks of each page. @param top where they begin on the first page */
function paginated(blocks: readonly Block[], top: number): Block[][] {
  const pages: Block[][] = [[]]
  let y = top
  for (const block of blocks) {
    if (y + block.height > bottom && pages.at(-1)!.length > 0) {
      pages.push([])
      y = 64
    }
    pages.at(-1)!.push(block)
    y += block.height
  }
  return pages
}

function blocksOf(pdf: Pdf, document: DeclarationDocument, steps: readonly Step[]): Block[] {
  const { institution, declarant, person } = document
  const section = (title: string, ...[first, ...others]: Block[]) =>
    first ? [titled(pdf, title, first), ...others] : []
  return [
    ...facts(pdf, [
      [t.recipient, document.recipient],
      [t.basis, document.legal_basis],
      [t.caseNumber, document.case_id],
      [t.preparedAt, timeText(document.prepared_at)],
    ]),
    ...section(
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
      t.person,
      ...facts(pdf, [
        [t.name, person.name],
        [t.birthDate, person.birth_date && dayOf(person.birth_date)],
        [t.document, documentOf(person.document)],
        [t.number, person.number && `+${person.number}`],
      ]),
    ),
    ...section(t.description, ...text(pdf, document.description)),
    ...section(t.grounds, ...text(pdf, document.grounds)),
    ...section(
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
      section(t.operation(i + 1, document.operations.length), ...facts(pdf, operationFacts(operation))),
    ),
    ...section(t.findings, ...facts(pdf, findingFacts(document))),
    ...section(t.papers, ...text(pdf, document.papers.map(({ name }) => name).join('\n') || t.none)),
    ...section(t.steps, ...facts(pdf, steps.map(stepFact))),
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

/** A block below a title, which never stands alone at the foot of a page. */
function titled(pdf: Pdf, title: string, block: Block): Block {
  const height = 30
  return {
    height: height + block.height,
    draw: (y) => {
      pdf.text(title, { x: left, y: y + 10, width: wide }, heading)
      rule(pdf, y + 25)
      block.draw(y + height)
    },
  }
}

/** Facts with their labels; those that are not known are left out. */
function facts(pdf: Pdf, of: readonly Fact[]): Block[] {
  return of.flatMap(([name, value]): Block[] => {
    if (!value) return []
    const width = wide - labelWidth
    return [
      {
        height: Math.max(pdf.heightOf(value, width, body), pdf.heightOf(name, labelWidth - 10, label)) + 3,
        draw: (y) => {
          pdf.paragraph(name, { x: left, y, width: labelWidth - 10 }, label)
          pdf.paragraph(value, { x: left + labelWidth, y, width }, body)
        },
      },
    ]
  })
}

/** The paragraphs of a text, so that it goes on on the next page; a very long paragraph as several pieces. */
const piecesOf = (written: string): string[] =>
  written.split('\n').flatMap((line) => line.match(/.{1,2000}(?:\s|$)|.{1,2000}/gu) ?? [''])

/** A block per paragraph. */
function text(pdf: Pdf, written: string): Block[] {
  return piecesOf(written).map((piece) => ({
    height: pdf.heightOf(piece || ' ', wide, body) + 2,
    draw: (y) => void pdf.paragraph(piece, { x: left, y, width: wide }, body),
  }))
}

/** Earlier releases stored days that no calendar has; such a day is printed as it was written. */
// guard: declaration-stored-day
const dayOf = (day: string) => (isDay(day) ? longDay(Temporal.PlainDate.from(day), 'fr') : day)

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
