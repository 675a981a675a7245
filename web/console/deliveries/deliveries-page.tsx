// All merchants' webhooks: what was sent, the responses, and a way to resend.
import { useEffect, useState } from 'preact/hooks'
import type { Column } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Field, Select } from '../../ui/forms/field.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { stateTexts } from '../../ui/language/states.ts'
import { useLoad } from '../../ui/service/load.ts'
import { MerchantLink } from '../names/merchant.tsx'
import { noteDecision } from '../overview/queues.ts'
import { Decision } from '../parts/decision.tsx'
import { choices, FilterForm, useFilters } from '../parts/filters.tsx'
import { List } from '../parts/list.tsx'
import { State } from '../states.tsx'
import { filterTexts } from '../texts.ts'
import { DeliveryDetails, responseText } from './attempts.tsx'
import { type ListedDelivery, listDeliveries, resendDeliveries } from './delivery.ts'
import { deliveryTexts } from './texts.ts'

export function DeliveriesPage() {
  const t = deliveryTexts()
  const f = filterTexts()
  const by = useFilters('state', 'merchant_code', 'event_type')
  const deliveries = useLoad(by.key, (signal) => listDeliveries(by.query, signal))
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [shown, setShown] = useState<ListedDelivery>()
  const [resending, setResending] = useState<readonly number[]>()
  useEffect(() => setChosen([]), [by.key])
  const toggle = (id: number) =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  const afterResend = () => {
    setChosen([])
    setShown(undefined)
    deliveries.reload()
    noteDecision()
  }
  return (
    <Page title={t.title} intro={t.lead}>
      <FilterForm by={by} search={{ name: 'merchant_code', label: f.merchantCode }}>
        <Select
          name="state"
          label={f.status}
          value={by.values.state}
          options={choices(stateTexts().delivery)}
        />
        <Field name="event_type" label={t.eventType} value={by.values.event_type} />
      </FilterForm>
      <Choosing
        ids={deliveries.data?.items.map(({ id }) => id) ?? []}
        chosen={chosen}
        choose={setChosen}
        resend={() => setResending(chosen)}
      />
      <List
        of={deliveries}
        caption={t.title}
        keyOf={({ id }) => id}
        columns={columns({ chosen, toggle, show: setShown })}
        pageHref={by.hrefOf}
        empty={{ title: t.empty, text: t.emptyText }}
      />
      {shown && !resending && (
        <Dialog title={shown.event_type} close={() => setShown(undefined)}>
          <DeliveryDetails delivery={shown} />
          <Button appearance="main" onClick={() => setResending([shown.id])}>
            {t.resend}…
          </Button>
        </Dialog>
      )}
      {resending && <Resending ids={resending} done={afterResend} close={() => setResending(undefined)} />}
    </Page>
  )
}

function Resending({ ids, done, close }: { ids: readonly number[]; done: () => void; close: () => void }) {
  const t = deliveryTexts()
  return (
    <Decision
      title={t.resendTitle(ids.length)}
      explanation={t.resendText}
      action={t.resend}
      decide={async ({ reason = '' }) => {
        await resendDeliveries(ids, reason)
        done()
      }}
      done={t.resent(ids.length)}
      close={close}
    />
  )
}

/** Selects webhooks in bulk, and resends the selected ones. */
function Choosing(props: {
  ids: readonly number[]
  chosen: readonly number[]
  choose: (ids: readonly number[]) => void
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
          <Button small appearance="main" onClick={resend}>
            {t.resend}…
          </Button>
        </>
      )}
    </div>
  )
}

function columns({
  chosen,
  toggle,
  show,
}: {
  chosen: readonly number[]
  toggle: (id: number) => void
  show: (delivery: ListedDelivery) => void
}): Column<ListedDelivery>[] {
  const t = deliveryTexts()
  const f = filterTexts()
  return [
    {
      heading: t.event,
      cell: (delivery) => (
        <span class="choose">
          <input
            type="checkbox"
            aria-label={t.select(`${delivery.event_type} ${delivery.id}`)}
            checked={chosen.includes(delivery.id)}
            onChange={() => toggle(delivery.id)}
          />
          <Button small appearance="quiet" data-item onClick={() => show(delivery)}>
            {delivery.event_type}
          </Button>
        </span>
      ),
    },
    { heading: f.status, onCard: 'corner', cell: ({ status }) => <State of="delivery" is={status} /> },
    {
      heading: t.merchant,
      onCard: 'left',
      cell: ({ merchant_code, merchant_name }) => <MerchantLink code={merchant_code} name={merchant_name} />,
    },
    { heading: t.address, onCard: 'hidden', cell: ({ url }) => <span class="address">{url}</span> },
    {
      heading: t.lastResponse,
      onCard: 'hidden',
      cell: ({ attempts }) => {
        const last = attempts.at(-1)
        if (!last) return t.noAttempt
        return (
          <>
            {responseText(last)}
            <span class="under">{t.attempts(attempts.length)}</span>
          </>
        )
      },
    },
    { heading: t.created, onCard: 'right', cell: ({ created_at }) => <Time at={created_at} look="list" /> },
  ]
}
