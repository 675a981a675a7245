// One sale at the till: the code to scan, and the full screen that says it is paid.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { formatMoney } from '../../ui/display/amount.tsx'
import { walletName } from '../../ui/display/operators.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { RequestError } from '../../ui/service/client.ts'
import { useLoad } from '../../ui/service/load.ts'
import { isOnline, useBackOnline } from '../../ui/service/online.ts'
import { api, may } from '../access/session.ts'
import type { PaymentLink } from '../api-types.ts'
import { invitation } from '../links/invitation.ts'
import { useUpdates } from '../updates/updates.ts'
import { TillMessage } from './message.tsx'
import { soundPaid } from './sound.ts'
import { tillTexts } from './texts.ts'

/** Updates arrive sooner; this is for when they do not arrive. */
const pollMs = 5_000

/** How long a cancelled sale can be restored. */
const undoMs = 5_000

export function Sale({ link: made, done }: { link: PaymentLink; done: () => void }) {
  const t = tillTexts()
  const [refusal, setRefusal] = useState<string>()
  const loaded = useLoad(
    `sale ${made.code}`,
    (signal) => api.get<PaymentLink>(`links/${made.code}`, {}, signal),
    { everyMs: pollMs, until: ({ status }) => status !== 'ACTIVE' },
  )
  useUpdates('payments', loaded.reload)
  useWakeLock()
  useBackOnline(loaded.reload)
  const link = loaded.data ?? made
  const amount = formatMoney(link.amount, link.currency)
  const abandoning = useAbandon(link.code, {
    done,
    failed() {
      setRefusal(t.abandonFailed)
      loaded.reload()
    },
  })
  const what = link.description !== t.description ? link.description : ''
  if (link.uses > 0) return <Paid amount={amount} what={what} done={done} />
  if (link.status !== 'ACTIVE')
    return (
      <div class="till">
        <Notice tone="bad">{t.over}</Notice>
        <Button appearance="main" onClick={done}>
          {t.again}
        </Button>
      </div>
    )
  if (abandoning.isPending) return <Abandoned amount={amount} {...abandoning} />
  const outOfReach = !isOnline.value ? t.offlineSale : loaded.error?.status === 0 ? t.silentSale : undefined
  return (
    <div class="till sale">
      <p class="till-sum">{amount}</p>
      {what && <p class="centred till-what">{what}</p>}
      <p class="soft centred">{t.scan}</p>
      <img class="qr" src={new URL(link.qr_svg_url).pathname} alt={t.qr} width="280" height="280" />
      {outOfReach === undefined && (
        <p class="till-wait" role="status">
          {link.prompt
            ? t.approving(walletName(link.prompt.operator), link.prompt.customer_number.slice(-3))
            : t.waiting}
        </p>
      )}
      <TillMessage text={outOfReach ?? refusal} />
      <div class="actions centre">
        <SendButton text={invitation({ ...link, description: what })} url={link.url} />
        <Button small appearance="quiet" onClick={abandoning.begin}>
          {t.abandon}
        </Button>
      </div>
    </div>
  )
}

function Abandoned({ amount, undo, finish }: { amount: string; undo: () => void; finish: () => void }) {
  const t = tillTexts()
  return (
    <div class="till sale">
      <Notice>
        <p role="status">{t.abandoned(amount)}</p>
      </Notice>
      <Button onClick={undo}>{t.restore}</Button>
      <Button appearance="main" onClick={finish}>
        {t.again}
      </Button>
    </div>
  )
}

/**
 * Cancels the link of a sale some seconds after that was asked for, so that one wrong tap loses no customer. Whoever leaves the page
 * meanwhile has made up their mind.
 */
function useAbandon(code: string, { done, failed }: { done: () => void; failed: () => void }) {
  const [isPending, setPending] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const cancel = () => api.post(`links/${code}/cancel`)
  const finish = async () => {
    clearTimeout(timer.current)
    timer.current = undefined
    try {
      await cancel()
      done()
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      setPending(false)
      failed()
    }
  }
  useEffect(
    () => () => {
      if (timer.current === undefined) return
      clearTimeout(timer.current)
      void cancel().catch(() => {})
    },
    [],
  )
  return {
    isPending,
    begin() {
      setPending(true)
      timer.current = setTimeout(finish, undoMs)
    },
    undo() {
      clearTimeout(timer.current)
      timer.current = undefined
      setPending(false)
    },
    finish: () => void finish(),
  }
}

/** Shares the link by the phone's own means, or by WhatsApp where the browser has none. */
export function SendButton({ text, url }: { text: string; url: string }) {
  const t = tillTexts()
  if ('share' in navigator)
    return (
      <Button small onClick={() => navigator.share({ text, url }).catch(() => {})}>
        {t.send}
      </Button>
    )
  const href = `https://wa.me/?${new URLSearchParams({ text: `${text} ${url}` })}`
  return (
    <ButtonLink small href={href} target="_blank" rel="noopener">
      {t.whatsapp}
    </ButtonLink>
  )
}

/**
 * The whole screen, once it is paid.
 * @param what was sold; empty if the seller did not say
 * @param again begins another sale of the same sort
 * @param end leads on from here, in place of the list of payments
 */
export function Paid({
  amount,
  what,
  again,
  end,
  done,
}: {
  amount: string
  what: string
  again?: string
  end?: ComponentChildren
  done: () => void
}) {
  const t = tillTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    soundPaid()
    navigator.vibrate?.(120)
  }, [])
  return (
    <dialog ref={dialog} class="paid" aria-labelledby="paid" onClose={done}>
      <svg viewBox="0 0 96 96" width="128" height="128" aria-hidden="true">
        <circle cx="48" cy="48" r="44" fill="none" stroke="currentColor" stroke-width="5" />
        <path
          class="tick"
          d="m28 50 14 14 27-30"
          pathLength={1}
          fill="none"
          stroke="currentColor"
          stroke-width="7"
          stroke-linecap="round"
          stroke-linejoin="round"
        />
      </svg>
      <h2 id="paid">{t.paid}</h2>
      <p class="till-sum">{amount}</p>
      {what && <p class="till-what">{what}</p>}
      <div class="actions centre">
        <button type="button" class="button" onClick={done}>
          {again ?? t.again}
        </button>
        {end ?? (
          <a class="button" href={may('payments') ? '/portal/payments' : '/portal'}>
            {t.see}
          </a>
        )}
      </div>
    </dialog>
  )
}

/** Keeps the screen on while the customer scans, where the browser can. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: { release: () => Promise<void> } | undefined
    let isOver = false
    navigator.wakeLock?.request('screen').then(
      (held) => {
        lock = held
        if (isOver) void held.release()
      },
      () => {},
    )
    return () => {
      isOver = true
      void lock?.release()
    }
  }, [])
}
