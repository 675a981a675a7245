// One batch: what it waits for, what it costs beside what the wallet has, its progress and its rows.
import { useRoute } from 'preact-iso'
import { Amount, formatMoney } from '../../ui/display/amount.tsx'
import { Card, type Fact, Facts, Figure, Figures } from '../../ui/display/facts.tsx'
import { Time } from '../../ui/display/time.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { formatNumber } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { SaveButton } from '../../ui/statements/save-button.tsx'
import { api, may } from '../access/session.ts'
import type { AnyBatchRow, Batch } from '../api-types.ts'
import { fileForReader } from '../filters.tsx'
import { type List, useList } from '../list.ts'
import { ConfirmAct } from '../step-up/step-up.tsx'
import { BatchActs, isOwn } from './acts.tsx'
import { BatchBadge } from './batches.tsx'
import { batchTextsOf, type Kind, listTextsOf, mayChange, pageOf, pathOf } from './kind.ts'
import { Rows } from './rows.tsx'
import { SecondUser } from './second-user.tsx'

const pollMs = 2_000
const rowsAtOnce = 50

const isMoving = ({ state, pause_reason }: Batch) =>
  ['CHECKING', 'CONFIRMED', 'RUNNING'].includes(state) || (pause_reason ?? 'requested') !== 'requested'

export const BatchPage = () => <OneBatch kind="transfer" />
export const RefundBatchPage = () => <OneBatch kind="refund" />

function OneBatch({ kind }: { kind: Kind }) {
  const t = batchTextsOf(kind)
  const { id = '' } = useRoute().params
  const path = `${pathOf(kind)}/${encodeURIComponent(id)}`
  const loaded = useLoad(path, (signal) => api.get<Batch>(path, {}, signal), {
    everyMs: pollMs,
    until: (batch) => !isMoving(batch),
  })
  const rows = useList<AnyBatchRow>(path, { source: `${path}/rows`, limit: rowsAtOnce })
  const batch = loaded.data
  return (
    <Page
      back={{ href: pageOf(kind), label: listTextsOf(kind).title }}
      title={batch?.name ?? t.one}
      about={batch && t.one}
      badge={batch && <BatchBadge state={batch.state} />}
      intro={batch && (batch.uploaded_by === null ? t.byApi : t.by(batch.uploaded_by))}
      side={
        batch?.checked_at &&
        may('export') && (
          <SaveButton save={() => api.download(`${path}/result.csv`, fileForReader(true))}>
            {t.result}
          </SaveButton>
        )
      }
    >
      <Await of={loaded}>
        {(found) => (
          <>
            <WhatNow batch={found} rows={rows} />
            <Progress batch={found} />
            <Prices batch={found} />
            <BatchActs batch={found} done={loaded.reload} />
            <Rows batch={found} list={rows} done={loaded.reload} />
            <Card title={t.details}>
              <Facts facts={factsOf(found)} />
            </Card>
          </>
        )}
      </Await>
      <ConfirmAct />
    </Page>
  )
}

/** What the batch waits for, and what the reader can do about it. */
function WhatNow({ batch, rows }: { batch: Batch; rows: List<AnyBatchRow> }) {
  const t = batchTextsOf(batch.kind)
  const { state, pause_reason, counts } = batch
  return (
    <>
      {pause_reason === 'merchant_suspended' && (
        <Notice tone="bad" title={t.suspended}>
          {t.suspendedHint}
        </Notice>
      )}
      {state === 'PAUSED' &&
        pause_reason !== 'merchant_suspended' &&
        (pause_reason === 'requested' ? (
          <Notice title={t.paused}>{t.pausedHint}</Notice>
        ) : (
          <Notice tone="bad" title={t.noMoney}>
            <p>{t.noMoneyHint(formatMoney(batch.missing, batch.currency))}</p>
            {may('money') && (
              <p>
                <ButtonLink small href="/portal/wallet">
                  {t.wallet}
                </ButtonLink>
              </p>
            )}
          </Notice>
        ))}
      {state === 'CHECKED' && counts.ready > 0 && isOwn(batch) && mayChange(batch.kind) && (
        <SecondUser batch={batch} />
      )}
      {state === 'CHECKED' && <Faulty batch={batch} rows={rows} />}
      {state === 'CHECKED' && batch.repeated > 0 && (
        <Notice tone="bad" title={t.repeated(batch.repeated)}>
          {t.repeatedHint}
        </Notice>
      )}
      {state === 'CHECKED' && batch.changed_profiles > 0 && (
        <Notice title={t.changedProfiles(batch.changed_profiles)}>
          {t.changedProfilesHint}
          {batch.profiles_changed_by.length > 0 && ` ${t.changedBy(batch.profiles_changed_by.join(', '))}`}
        </Notice>
      )}
      {state === 'CHECKED' && batch.would_hold > 0 && <Notice>{t.wouldHold(batch.would_hold)}</Notice>}
      {counts.failed > 0 && (
        <Notice tone="bad">
          <p>{t.failed(counts.failed)}</p>
          <p>
            <ButtonLink small href={rows.hrefWith('FAILED', 'state')}>
              {t.showFailed}
            </ButtonLink>
          </p>
        </Notice>
      )}
      {counts.held > 0 && <Notice>{t.held(counts.held)}</Notice>}
    </>
  )
}

function Faulty({ batch: { kind, counts }, rows }: { batch: Batch; rows: List<AnyBatchRow> }) {
  const t = batchTextsOf(kind)
  if (counts.faulty === 0) return null
  return (
    <Notice tone="bad" title={counts.ready === 0 ? t.allFaulty : t.faulty(counts.faulty)}>
      <p>{counts.ready === 0 ? t.allFaultyHint : t.faultyHint}</p>
      <p>
        <ButtonLink small href={rows.hrefWith('FAULTY', 'state')}>
          {t.showFaulty}
        </ButtonLink>
      </p>
    </Notice>
  )
}

/** How far the check or the sending is. */
function Progress({ batch: { kind, state, rows, counts, confirmed_rows } }: { batch: Batch }) {
  const t = batchTextsOf(kind)
  if (state === 'CHECKING') {
    const checked = rows - counts.unchecked
    return <Bar label={t.checkProgress} value={checked} max={rows} text={t.checked} />
  }
  if (confirmed_rows === null || state === 'CANCELLED') return null
  const { held, successful, failed, reversed } = counts
  const ended = held + successful + failed + reversed
  return <Bar label={t.sendProgress} value={ended} max={confirmed_rows} text={t.sent} />
}

function Bar({
  label,
  value,
  max,
  text,
}: {
  label: string
  value: number
  max: number
  text: (count: string, of: string) => string
}) {
  return (
    <div class="progress">
      <progress aria-label={label} value={value} max={max} />
      <p class="small-print">{text(formatNumber(value), formatNumber(max))}</p>
    </div>
  )
}

/** What the batch costs, beside what the wallet has. */
function Prices({ batch }: { batch: Batch }) {
  const t = batchTextsOf(batch.kind)
  const { kind, state, counts, currency, amount, fee, total_debit, paid, available, missing } = batch
  if (state === 'CHECKING') return null
  const money = (value: number) => <Amount of={value} currency={currency} />
  const wallet = missing > 0 ? t.missing(formatMoney(missing, currency)) : t.enough
  return (
    <Figures>
      {state === 'CHECKED' && <Figure name={t.toPay} value={listTextsOf(kind).rows(counts.ready)} />}
      {kind === 'transfer' && <Figure name={t.amount} value={money(amount)} />}
      {kind === 'transfer' && <Figure name={t.fee} value={money(fee)} />}
      <Figure name={t.total} value={money(total_debit)} />
      {batch.confirmed_at && <Figure name={t.paid} value={money(paid)} />}
      {state !== 'DONE' && state !== 'CANCELLED' && (
        <Figure name={t.available} value={money(available)} note={wallet} />
      )}
    </Figures>
  )
}

function factsOf(batch: Batch): Fact[] {
  const t = batchTextsOf(batch.kind)
  const list = listTextsOf(batch.kind)
  const { batch_id, rows, uploaded_by, created_at, confirmed_by, confirmed_at, done_at } = batch
  const time = (at: string) => <Time key={at} at={at} />
  return [
    [t.id, batch_id, batch_id],
    [t.created, time(created_at)],
    [t.uploader, `${uploaded_by ?? list.api} · ${list.rows(rows)}`],
    ...(confirmed_at === null
      ? []
      : ([
          [t.confirmer, confirmed_by],
          [t.confirmedAt, time(confirmed_at)],
        ] as Fact[])),
    ...(done_at === null ? [] : [[t.doneAt, time(done_at)] as Fact]),
  ]
}
