// Refunding a payment, or asking for it: the dialog, and the request that waits.
import { useRef, useState } from 'preact/hooks'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Card } from '../../ui/display/facts.tsx'
import { Time } from '../../ui/display/time.tsx'
import type { Moment } from '../../ui/display/timeline.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Field, TextArea } from '../../ui/forms/field.tsx'
import { Faults, Form, type Values } from '../../ui/forms/form.tsx'
import { amountOf } from '../../ui/forms/typed-amount.ts'
import { Notice } from '../../ui/frame/notice.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { refusalText } from '../../ui/language/refusal.ts'
import { RequestError } from '../../ui/service/client.ts'
import { api, may, session } from '../access/session.ts'
import type { PaymentDetail } from '../api-types.ts'
import { refundTexts } from './refund-texts.ts'

type Request = PaymentDetail['refund_requests'][number]
type Props = { payment: PaymentDetail; done: () => void }

const pathOf = ({ transaction_uuid }: PaymentDetail) =>
  `payments/${encodeURIComponent(transaction_uuid)}/refund-requests`

/** Shown while the payment can be refunded, or a request for it waits. */
export function Refund({ payment, done }: Props) {
  const t = refundTexts()
  const { refundable, refund_requests } = payment
  // The list of payments to check leads here.
  const [asking, setAsking] = useState(location.hash === '#refund' && refundable.allowed)
  const waiting = refund_requests.find(({ state }) => state === 'WAITING')
  const decider = deciderOf(refundable, Number(refundable.remaining))
  if (!refundable.allowed && !waiting) return null
  return (
    <Card title={t.title}>
      {waiting ? (
        <Waiting payment={payment} request={waiting} done={done} />
      ) : (
        <>
          <LastDecision requests={refund_requests} />
          <Button onClick={() => setAsking(true)}>{decider === 'self' ? t.refund : t.ask}…</Button>
        </>
      )}
      {asking && <Asking payment={payment} done={done} close={() => setAsking(false)} />}
    </Card>
  )
}

/** Who decides about the refund of an amount: the user alone, a second one of the merchant, or we, also where the balance does not cover it. */
function deciderOf(
  { at_once_up_to, second_user_from }: PaymentDetail['refundable'],
  amount: number,
): 'self' | 'user' | 'us' {
  if (second_user_from !== null && amount >= Number(second_user_from)) return 'user'
  return amount <= Number(at_once_up_to ?? 0) ? 'self' : 'us'
}

/** Why the latest request was not granted, above the button that asks again. */
function LastDecision({ requests }: { requests: readonly Request[] }) {
  const last = requests.at(-1)
  if (!last || (last.state !== 'REJECTED' && last.state !== 'EXPIRED' && last.state !== 'FAILED')) return null
  const at = last.refund?.completed_at ?? last.decided_at
  return (
    <Notice title={`${refundTexts().states[last.state]} · ${formatMoney(last.amount, last.currency)}`}>
      {last.decision_reason && <p>{last.decision_reason}</p>}
      {at && (
        <p>
          <Time at={at} look="list" />
        </p>
      )}
    </Notice>
  )
}

/** Whether a second user of the merchant decides first, and not we. */
const waitsForUser = ({ id, approval_id }: Request) => approval_id !== null && approval_id !== id

const isYours = (request: Request) =>
  waitsForUser(request) && may('approve') && request.requested_by !== session.value?.user?.email

function waitText(request: Request): string {
  const t = refundTexts()
  if (!waitsForUser(request)) return t.waits
  if (!isYours(request)) return t.secondUser
  return request.requested_by === 'api' ? t.yoursOfServer : t.yours(request.requested_by)
}

function Waiting({ payment, request, done }: Props & { request: Request }) {
  const t = refundTexts()
  const [busy, setBusy] = useState(false)
  const withdraw = async () => {
    setBusy(true)
    try {
      await api.post(`${pathOf(payment)}/${request.id}/withdraw`)
      toast(t.withdrawn)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      toast(refusalText(error), 'bad')
    } finally {
      setBusy(false)
      done()
    }
  }
  return (
    <div class="stack">
      <p>
        <strong>{t.created(formatMoney(request.amount, request.currency))}</strong>
      </p>
      <p class="small-print">{waitText(request)}</p>
      <div class="actions">
        {isYours(request) ? (
          <ButtonLink small appearance="main" href="/portal/approvals">
            {t.review}
          </ButtonLink>
        ) : (
          <Button small busy={busy} onClick={withdraw}>
            {t.withdraw}
          </Button>
        )}
      </div>
    </div>
  )
}

/** One key per content, so that pressing again after a lost response repeats the same request. */
function useKey() {
  const last = useRef({ content: '', key: '' })
  return (body: unknown): string => {
    const content = JSON.stringify(body)
    if (last.current.content !== content)
      last.current = { content, key: crypto.getRandomValues(new Uint32Array(4)).join('-') }
    return last.current.key
  }
}

function Asking({ payment, done, close }: Props & { close: () => void }) {
  const t = refundTexts()
  const { currency, refundable } = payment
  const keyOf = useKey()
  const [typed, setTyped] = useState('')
  const rest = formatMoney(refundable.remaining, currency)
  const amount = amountOf(typed) ?? Number(refundable.remaining)
  const sum = formatMoney(amount, currency)
  const decider = deciderOf(refundable, amount)
  const submit = async ({ amount: text = '', reason = '' }: Values) => {
    const part = amountOf(text)
    if (text.trim() !== '' && (part === undefined || part > Number(refundable.remaining)))
      throw new Faults({ amount: t.amountWrong(rest) })
    if (reason.trim().length < 3) throw new Faults({ reason: t.reasonMissing })
    // What the button named, so that a refund made meanwhile changes nothing unseen.
    const body = { amount: part ?? Number(refundable.remaining), reason }
    const headers = { 'idempotency-key': keyOf(body) }
    const made = await api.call<Request>('POST', pathOf(payment), { body, headers })
    close()
    toast(t.states[made.state], made.state === 'FAILED' ? 'bad' : undefined)
    done()
  }
  return (
    <Dialog title={decider === 'self' ? t.refund : t.ask} close={close}>
      <p>{t.before[decider === 'self' && payment.operator ? 'selfByPhone' : decider]}</p>
      <Form
        submit={submit}
        action={(decider === 'self' ? t.confirm : t.confirmAsk)(sum)}
        appearance={decider === 'self' ? 'danger' : 'main'}
      >
        <Field
          name="amount"
          label={`${t.amount} (${currency})`}
          hint={t.amountHint(rest)}
          inputMode="decimal"
          autocomplete="off"
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <TextArea name="reason" label={t.reason} maxLength={500} rows={3} />
      </Form>
    </Dialog>
  )
}

/** Who gives money back: a user or the server of the merchant, or Likuta, whose admins merchants do not know by name. */
export function byText(requester: Request['requested_by'] = 'Likuta'): string {
  const t = refundTexts()
  return requester === 'api' ? t.byServer : t.by(requester)
}

/** The refund requests of a payment as moments of its history. */
export function requestMoments({ refund_requests }: PaymentDetail): Moment[] {
  const t = refundTexts()
  return refund_requests.flatMap((request): Moment[] => {
    const { state, decision_reason, decided_at, refund } = request
    const asked = {
      at: request.created_at,
      title: t.created(formatMoney(request.amount, request.currency)),
      detail: `${request.reason} · ${byText(request.requested_by)}`,
    }
    const at = refund?.completed_at ?? decided_at
    // The refund itself is a move of the payment.
    if (at === null || state === 'REFUNDED') return [asked]
    const isBad = state === 'REJECTED' || state === 'FAILED'
    const outcome = { at, title: t.states[state], tone: isBad ? ('bad' as const) : ('plain' as const) }
    return [asked, { ...outcome, ...(decision_reason && { detail: decision_reason }) }]
  })
}
