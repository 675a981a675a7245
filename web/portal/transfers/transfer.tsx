// One transfer: who receives how much, its history, wallet movements and webhooks, and what identifies it.
import { useRoute } from 'preact-iso'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Card, Code, type Fact, Facts } from '../../ui/display/facts.tsx'
import { operatorName } from '../../ui/display/operators.ts'
import { formatPhone } from '../../ui/display/phone.ts'
import { areMinutesApart, Time } from '../../ui/display/time.tsx'
import { ButtonLink, CopyButton } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { catalogue, formatNumber } from '../../ui/language/language.ts'
import { reason } from '../../ui/language/reasons.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { outcomeFacts, returnedAmount } from '../../ui/transfers/outcome-facts.ts'
import { api } from '../access/session.ts'
import { TransferBadge } from '../account/status.tsx'
import type { TransferDetail } from '../api-types.ts'
import { WalletLines } from '../wallet/wallet-lines.tsx'
import { Deliveries } from '../webhooks/deliveries.tsx'
import { TransferTimeline } from './transfer-timeline.tsx'

const texts = catalogue({
  fr: {
    back: 'Transferts',
    title: 'Transfert',
    failed: 'Le montant a été restitué à votre portefeuille.',
    notDebited: 'Votre portefeuille n’a pas été débité.',
    held: 'Retenu pour contrôle',
    heldHint:
      'Notre équipe examine ce transfert. Aucun montant n’est réservé sur votre portefeuille pendant ce temps.',
    money: 'Montants',
    amount: 'Montant',
    identifiers: 'Identifiants',
    history: 'Historique',
    webhooks: 'Webhooks envoyés',
    wallet: 'Mouvements du portefeuille',
    receipt: 'Voir le reçu',
    receiptLink: 'lien du reçu',
    copyReceipt: 'Copier le lien du reçu',
    reference: 'Votre référence',
    id: 'Identifiant',
    rate: 'Taux',
    fee: 'Frais',
    number: 'Numéro',
    name: 'Nom selon l’opérateur',
    telco: 'Référence de l’opérateur',
    sender: 'Expéditeur',
    receiver: 'Bénéficiaire',
    created: 'Créé le',
    completed: 'Terminé le',
  },
  en: {
    back: 'Transfers',
    title: 'Transfer',
    failed: 'The amount has been returned to your wallet.',
    notDebited: 'Your wallet was not debited.',
    held: 'Held for review',
    heldHint: 'Our team is reviewing this transfer. No money is reserved in your wallet in the meantime.',
    money: 'Amounts',
    amount: 'Amount',
    identifiers: 'Identifiers',
    history: 'History',
    webhooks: 'Webhooks sent',
    wallet: 'Wallet movements',
    receipt: 'View receipt',
    receiptLink: 'receipt link',
    copyReceipt: 'Copy receipt link',
    reference: 'Your reference',
    id: 'ID',
    rate: 'Rate',
    fee: 'Fee',
    number: 'Number',
    name: 'Name per operator',
    telco: 'Operator’s reference',
    sender: 'Sender',
    receiver: 'Beneficiary',
    created: 'Created',
    completed: 'Completed',
  },
})

/** How often a transfer in progress is reloaded. */
const pollMs = 2_000

export function TransferPage() {
  const t = texts()
  const { id = '' } = useRoute().params
  const detail = useTransfer(id)
  const transfer = detail.data
  return (
    <Page
      back={{ href: '/portal/transfers', label: t.back }}
      title={transfer ? formatMoney(transfer.amount, transfer.currency) : t.title}
      about={transfer?.reference}
      badge={transfer && <TransferBadge status={transfer.status} />}
      side={transfer?.receipt_link && <Receipt link={transfer.receipt_link} />}
      intro={transfer?.reference}
    >
      <Await of={detail}>{(found) => <TransferHistory transfer={found} reload={detail.reload} />}</Await>
    </Page>
  )
}

/** The receipt, for the sender. */
function Receipt({ link }: { link: string }) {
  const t = texts()
  return (
    <div class="actions">
      <ButtonLink small href={link} target="_blank" rel="noopener">
        {t.receipt}
      </ButtonLink>
      <CopyButton text={link} what={t.receiptLink} appearance="plain" small>
        {t.copyReceipt}
      </CopyButton>
    </div>
  )
}

/** Loads a transfer and follows it until it has ended and its webhooks are delivered. */
export function useTransfer(id: string) {
  const load = (signal: AbortSignal) =>
    api.get<TransferDetail>(`transfers/${encodeURIComponent(id)}`, {}, signal)
  const hasEnded = (transfer: TransferDetail) =>
    transfer.status !== 'Submitted' && transfer.deliveries.every(({ status }) => status !== 'PENDING')
  return useLoad(`transfer ${id}`, load, { everyMs: pollMs, until: hasEnded })
}

function TransferHistory({ transfer, reload }: { transfer: TransferDetail; reload: () => void }) {
  const t = texts()
  return (
    <>
      {transfer.failure_code && (
        <Notice tone="bad" title={reason('transferFailure', transfer.failure_code)}>
          {returnedAmount(transfer) > 0 ? t.failed : t.notDebited}
        </Notice>
      )}
      {transfer.status === 'Hold' && <Notice title={t.held}>{t.heldHint}</Notice>}
      <div class="columns uneven">
        <div class="stack">
          <Card>
            <Facts facts={summaryFacts(transfer)} />
          </Card>
          <Card title={t.money}>
            <Facts facts={moneyFacts(transfer)} />
          </Card>
        </div>
        <Card title={t.history}>
          <TransferTimeline events={transfer.timeline} />
        </Card>
      </div>
      {transfer.wallet_lines.length > 0 && (
        <Card>
          <details class="more">
            <summary>{t.wallet}</summary>
            <WalletLines lines={transfer.wallet_lines} />
          </details>
        </Card>
      )}
      <Card title={t.webhooks}>
        <Deliveries deliveries={transfer.deliveries} of="one" changed={reload} />
      </Card>
      <Card>
        <details class="more">
          <summary>{t.identifiers}</summary>
          <Facts facts={identifierFacts(transfer)} />
        </details>
      </Card>
    </>
  )
}

/** What is not known yet, such as the rate of a transfer that is held, is left out. */
const known = (facts: Fact[]): Fact[] => facts.filter(([, value]) => value)

function summaryFacts(transfer: TransferDetail): Fact[] {
  const t = texts()
  const { parties, subscriber_name, created_at, completed_at } = transfer
  return known([
    [t.receiver, parties.receiver],
    [
      t.number,
      <span key="number">
        <span class="nowrap">{formatPhone(transfer.customer_number)}</span> ·{' '}
        {operatorName(transfer.operator)}
      </span>,
    ],
    [t.name, subscriber_name !== parties.receiver && subscriber_name],
    [t.sender, parties.sender],
    [t.created, <Time key="created" at={created_at} />],
    [
      t.completed,
      completed_at && areMinutesApart(created_at, completed_at) && <Time key="end" at={completed_at} />,
    ],
  ])
}

function moneyFacts(transfer: TransferDetail): Fact[] {
  const t = texts()
  const { amount, currency, rate, fee } = transfer
  return known([
    [t.amount, formatMoney(amount, currency)],
    [
      t.rate,
      rate !== null &&
        currency !== 'USD' &&
        `1\u00a0USD = ${formatNumber(rate, { maximumFractionDigits: 6 })}\u00a0${currency}`,
    ],
    [t.fee, fee !== null && formatMoney(fee, 'USD')],
    ...outcomeFacts(transfer, 'merchant'),
  ])
}

function identifierFacts(transfer: TransferDetail): Fact[] {
  const t = texts()
  return [
    [t.reference, transfer.reference, transfer.reference],
    [t.id, <Code key="id">{transfer.transaction_id}</Code>, transfer.transaction_id],
    [t.telco, transfer.telco_reference && <Code key="telco">{transfer.telco_reference}</Code>],
    [t.created, <Time key="created" at={transfer.created_at} look="exact" />],
    [t.completed, transfer.completed_at && <Time key="end" at={transfer.completed_at} look="exact" />],
  ]
}
