// One batch: what it waits for, what it costs beside what the wallet has, its progress and its rows.
import type { ComponentChildren } from 'preact'
import { Amount, formatMoney } from '../display/amount.tsx'
import { Card, type Fact, Facts, Figure, Figures } from '../display/facts.tsx'
import { Time } from '../display/time.tsx'
import { ButtonLink } from '../forms/button.tsx'
import { Notice } from '../frame/notice.tsx'
import { Page } from '../frame/page.tsx'
import { formatNumber, language } from '../language/language.ts'
import { Await } from '../service/await.tsx'
import { useLoad } from '../service/load.ts'
import { SaveButton } from '../statements/save-button.tsx'
import { BatchActs } from './acts.tsx'
import { BatchBadge } from './batch-list.tsx'
import { type Batch, type BatchPlace, pathOfBatch, type RowList } from './place.ts'
import { Rows } from './rows.tsx'
import { batchTextsOf, listTextsOf, type Words } from './words.ts'

const pollMs = 2_000
const rowsAtOnce = 50

const isMoving = ({ state, pause_reason }: Batch) =>
  ['CHECKING', 'CONFIRMED', 'RUNNING'].includes(state) || (pause_reason ?? 'requested') !== 'requested'

/** A French spreadsheet opens a file with commas as one column. */
const separators = { fr: 'semicolon', en: 'comma' } as const

/** @param facts further facts of the batch @param children further parts of the page */
export function OneBatch<Read extends Batch = Batch>({
  place,
  id,
  facts = () => [],
  children,
}: {
  place: BatchPlace
  id: string
  facts?: (batch: Read) => Fact[]
  children?: ComponentChildren
}) {
  const t = batchTextsOf(place.words)
  const path = pathOfBatch(place, id)
  const loaded = useLoad(path, (signal) => place.api.get<Read>(path, {}, signal), {
    everyMs: pollMs,
    until: (batch) => !isMoving(batch),
  })
  const rows = place.useRows(path, rowsAtOnce)
  const batch = loaded.data
  return (
    <Page
      back={{ href: place.page, label: listTextsOf(place.words).title }}
      title={batch?.name ?? t.one}
      about={batch && t.one}
      badge={batch && <BatchBadge state={batch.state} />}
      intro={batch && (batch.uploaded_by === null ? t.byApi : t.by(batch.uploaded_by))}
      side={
        batch?.checked_at &&
        place.may('export') && (
          <SaveButton
            save={() =>
              place.api.download(`${path}/result.csv`, {
                separator: separators[language.value],
                language: language.value,
              })
            }
          >
            {t.result}
          </SaveButton>
        )
      }
    >
      <Await of={loaded}>
        {(found) => (
          <>
            <WhatNow place={place} batch={found} rows={rows} />
            <Progress words={place.words} batch={found} />
            <Prices words={place.words} batch={found} />
            <BatchActs place={place} batch={found} done={loaded.reload} />
            <Rows place={place} batch={found} list={rows} done={loaded.reload} />
            <Card title={t.details}>
              <Facts facts={[...facts(found), ...factsOf(place.words, found)]} />
            </Card>
          </>
        )}
      </Await>
      {children}
    </Page>
  )
}

type PartProps = { place: BatchPlace; batch: Batch; rows: RowList }

/** What the batch waits for, and what the reader can do about it. */
function WhatNow({ place, batch, rows }: PartProps) {
  const t = batchTextsOf(place.words)
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
            {place.wallet?.()}
          </Notice>
        ))}
      {state === 'CHECKED' &&
        counts.ready > 0 &&
        place.isOwn(batch) &&
        place.may('change') &&
        place.secondPerson(batch)}
      {state === 'CHECKED' && <Faulty place={place} batch={batch} rows={rows} />}
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

function Faulty({ place, batch: { counts }, rows }: PartProps) {
  const t = batchTextsOf(place.words)
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
function Progress({ words, batch: { state, rows, counts, confirmed_rows } }: { words: Words; batch: Batch }) {
  const t = batchTextsOf(words)
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
function Prices({ words, batch }: { words: Words; batch: Batch }) {
  const t = batchTextsOf(words)
  const { kind, state, counts, currency, amount, fee, total_debit, paid, available, missing } = batch
  if (state === 'CHECKING') return null
  const money = (value: number) => <Amount of={value} currency={currency} />
  const wallet = missing > 0 ? t.missing(formatMoney(missing, currency)) : t.enough
  return (
    <Figures>
      {state === 'CHECKED' && <Figure name={t.toPay} value={listTextsOf(words).rows(counts.ready)} />}
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

function factsOf(words: Words, batch: Batch): Fact[] {
  const t = batchTextsOf(words)
  const list = listTextsOf(words)
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
