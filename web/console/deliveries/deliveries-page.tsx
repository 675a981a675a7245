// All merchants' webhooks: what was sent, the responses, and a way to resend.
import { useEffect, useState } from 'preact/hooks'
import { About, eventName, Failing, Latest } from '../../ui/deliveries/row.tsx'
import { webhookTexts } from '../../ui/deliveries/texts.ts'
import { Facts } from '../../ui/display/facts.tsx'
import { PagedList } from '../../ui/display/pager.tsx'
import { Select } from '../../ui/forms/field.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { stateTexts } from '../../ui/language/states.ts'
import { type Fold, Folds } from '../../ui/rows/folds.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { ActButton } from '../frame/act-button.tsx'
import { MerchantLink } from '../names/merchant.tsx'
import { recordDecision } from '../overview/queues.ts'
import { Decision } from '../parts/decision.tsx'
import { choices, type Filtered, FilterForm, useFilters } from '../parts/filters.tsx'
import { countText } from '../parts/list.tsx'
import { shopTime } from '../parts/shop-time.ts'
import { filterTexts } from '../texts.ts'
import { DeliveryDetails, DeliveryStatus } from './attempts.tsx'
import { type ListedDelivery, listDeliveries, resendDeliveries } from './delivery.ts'
import { deliveryTexts } from './texts.ts'

export function DeliveriesPage() {
  const t = deliveryTexts()
  const by = useFilters('state', 'merchant_code', 'event_type')
  const deliveries = useLoad(by.key, (signal) => listDeliveries(by.query, signal))
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [resending, setResending] = useState<readonly string[]>()
  useEffect(() => setChosen([]), [by.key])
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  const afterResend = () => {
    setChosen([])
    deliveries.reload()
    recordDecision()
  }
  return (
    <Page title={t.title} intro={t.lead}>
      <DeliveryFilters by={by} />
      <Choosing
        ids={deliveries.data?.items.map(({ id }) => id) ?? []}
        chosen={chosen}
        choose={setChosen}
        resend={() => setResending(chosen)}
      />
      <Await of={deliveries}>
        {({ items, pagination }) => (
          <PagedList pagination={pagination} hrefOf={by.hrefOf} count={countText(pagination)}>
            <div class="choosable">
              <Folds
                label={t.title}
                byDay
                rows={items.map((delivery) =>
                  rowOf(delivery, {
                    isChosen: chosen.includes(delivery.id),
                    toggle: () => toggle(delivery.id),
                    resend: () => setResending([delivery.id]),
                  }),
                )}
                empty={
                  <EmptyState title={t.empty}>
                    <p>{t.emptyText}</p>
                  </EmptyState>
                }
              />
            </div>
          </PagedList>
        )}
      </Await>
      {resending && <Resending ids={resending} done={afterResend} close={() => setResending(undefined)} />}
    </Page>
  )
}

function DeliveryFilters({ by }: { by: Filtered<'state' | 'merchant_code' | 'event_type'> }) {
  const f = filterTexts()
  return (
    <FilterForm by={by} search={{ name: 'merchant_code', label: f.merchantCode }}>
      <Select
        name="state"
        label={f.status}
        value={by.values.state}
        options={choices(stateTexts().delivery)}
      />
      <Select
        name="event_type"
        label={deliveryTexts().eventType}
        value={by.values.event_type}
        options={choices(webhookTexts().events)}
      />
    </FilterForm>
  )
}

function Resending({ ids, done, close }: { ids: readonly string[]; done: () => void; close: () => void }) {
  const t = deliveryTexts()
  return (
    <Decision
      title={t.resendTitle(ids.length)}
      explanation={t.resendText}
      action={t.resend}
      onceFor={`resend ${ids.join()}`}
      decide={async ({ reason = '' }, key) => {
        await resendDeliveries(ids, reason, key)
        done()
      }}
      done={t.resent(ids.length)}
      close={close}
    />
  )
}

/** Selects webhooks in bulk, and resends the selected ones. */
function Choosing(props: {
  ids: readonly string[]
  chosen: readonly string[]
  choose: (ids: readonly string[]) => void
  resend: () => void
}) {
  const t = deliveryTexts()
  const { ids, chosen, choose, resend } = props
  if (ids.length === 0) return null
  const all = chosen.length === ids.length
  return (
    <div class="choosing">
      <label class="check">
        <input type="checkbox" checked={all} onChange={() => choose(all ? [] : ids)} />
        {t.selectAll}
      </label>
      {chosen.length > 0 && (
        <>
          <span role="status">{t.selected(chosen.length)}</span>
          <ActButton right="webhooks" small appearance="main" onClick={resend}>
            {t.resend}…
          </ActButton>
        </>
      )}
    </div>
  )
}

type RowActs = { isChosen: boolean; toggle: () => void; resend: () => void }

/** On its line a webhook says what it reports, whose it is and what came back; opened, where it was sent and what. */
function rowOf(delivery: ListedDelivery, { isChosen, toggle, resend }: RowActs): Fold {
  const t = deliveryTexts()
  const { id, created_at, about, merchant_code, merchant_name, status } = delivery
  return {
    key: id,
    at: created_at,
    name: eventName(delivery),
    note: (
      <>
        {about && (
          <>
            <About of={about} base="/console" />{' '}
          </>
        )}
        <span class="nowrap">
          {about && '· '}
          {merchant_name}
        </span>
        <Failing of={delivery} />
      </>
    ),
    side: <Latest of={delivery} isInDay />,
    end: <DeliveryStatus is={status} />,
    action: (
      <label class="choose">
        <input
          type="checkbox"
          aria-label={t.select(`${eventName(delivery)} ${id}`)}
          checked={isChosen}
          onChange={toggle}
        />
      </label>
    ),
    body: (
      <>
        <Facts
          facts={[
            [t.merchant, <MerchantLink key="merchant" code={merchant_code} name={merchant_name} />],
            ...shopTime(delivery.attempts.at(-1)?.at ?? created_at, delivery.time_zone),
          ]}
        />
        <DeliveryDetails delivery={delivery} />
        <ActButton right="webhooks" small onClick={resend}>
          {t.resend}…
        </ActButton>
      </>
    ),
  }
}
