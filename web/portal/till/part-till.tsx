// The till takes a part of a total: the payer is found by a name, a reference or a code, the cashier proposes an amount, and the payer
// scans and pays as for any sale.
import { useEffect, useState } from 'preact/hooks'
import { formatMoney } from '../../ui/display/amount.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { canScan } from '../../ui/forms/camera.ts'
import { refusalText } from '../../ui/language/refusal.ts'
import { useLoad } from '../../ui/service/load.ts'
import { isOnline } from '../../ui/service/online.ts'
import { api } from '../access/session.ts'
import type { TillPart } from '../api-types.ts'
import { CameraDialog } from './camera-dialog.tsx'
import { TillMessage } from './message.tsx'
import { PartAmount } from './part-amount.tsx'
import { PartSale } from './part-sale.tsx'
import { partTexts } from './part-texts.ts'
import { prepareSound } from './sound.ts'
import { tillTexts } from './texts.ts'

const minLetters = 3
const pauseMs = 300
const maxFound = 10

export function PartTill() {
  const [part, setPart] = useState<TillPart>()
  const [amount, setAmount] = useState<string>()
  if (!part) return <FindPart found={setPart} />
  if (amount === undefined)
    return (
      <PartAmount
        part={part}
        back={() => setPart(undefined)}
        take={(proposed) => {
          prepareSound()
          setAmount(proposed)
        }}
      />
    )
  return (
    <PartSale
      part={part}
      amount={amount}
      change={(now) => {
        setPart(now)
        setAmount(undefined)
      }}
      done={() => {
        setPart(undefined)
        setAmount(undefined)
      }}
    />
  )
}

function FindPart({ found }: { found: (part: TillPart) => void }) {
  const t = partTexts()
  const [typed, setTyped] = useState('')
  const [scanned, setScanned] = useState<string>()
  const q = usePaused(typed.trim())
  const asked = scanned ?? (q.length >= minLetters ? q : undefined)
  const loaded = useLoad(`till parts ${asked ?? ''}`, async (signal) =>
    asked === undefined
      ? undefined
      : (await api.get<{ items: TillPart[] }>('till/parts', { q: asked }, signal)).items,
  )
  const items = loaded.data
  // A printed code stands for one link: nobody has to choose.
  useEffect(() => {
    const [only] = items ?? []
    if (scanned !== undefined && items?.length === 1 && only) found(only)
  }, [items, scanned])
  const refusal = loaded.error && refusalText(loaded.error)
  return (
    <div class="till">
      <div class="till-find field">
        <label for="till-q">{t.search}</label>
        <input
          id="till-q"
          type="search"
          autocomplete="off"
          maxLength={120}
          value={typed}
          aria-describedby="till-q-hint"
          onInput={({ currentTarget }) => {
            setScanned(undefined)
            setTyped(currentTarget.value)
          }}
        />
        <p class="hint" id="till-q-hint">
          {t.searchHint}
        </p>
        <ScanButton scanned={setScanned} />
      </div>
      <TillMessage text={isOnline.value ? refusal : tillTexts().offline} />
      <div role="status" class="till-found">
        {items && (items.length === 0 ? (scanned === undefined ? t.none : t.unknown) : t.found(items.length))}
        {items?.length === maxFound && <p class="hint">{t.many}</p>}
      </div>
      {items && items.length > 0 && (
        <ul class="till-parts" aria-label={t.results}>
          {items.map((part) => (
            <FoundPart key={part.code} part={part} choose={() => found(part)} />
          ))}
        </ul>
      )}
    </div>
  )
}

function FoundPart({ part, choose }: { part: TillPart; choose: () => void }) {
  const t = partTexts()
  const { payer_label, merchant_reference, group, currency, remaining, due_so_far, next_due: next } = part
  const money = (amount: string) => formatMoney(amount, currency)
  const due =
    Number(due_so_far) > 0
      ? t.dueNow(money(due_so_far))
      : next && t.dueNext(money(next.amount), formatTime(next.due_on, 'shortDay'))
  return (
    <li>
      <button type="button" onClick={choose}>
        <span class="name">{payer_label ?? merchant_reference}</span>
        <span class="end">{t.left(money(remaining))}</span>
        <small>{[payer_label !== null && merchant_reference, group].filter(Boolean).join(' · ')}</small>
        {due && <small class="end">{due}</small>}
      </button>
    </li>
  )
}

/** Opens the camera, where the browser reads codes by itself; nothing elsewhere. */
function ScanButton({ scanned }: { scanned: (text: string) => void }) {
  const t = partTexts()
  const [isAble, setAble] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    void canScan().then(setAble)
  }, [])
  if (!isAble) return null
  return (
    <>
      <Button
        onClick={() => {
          setBroken(false)
          setOpen(true)
        }}
      >
        {t.scan}
      </Button>
      {isBroken && <TillMessage text={t.noCamera} />}
      {isOpen && (
        <CameraDialog
          end={(end) => {
            setOpen(false)
            setBroken(end === 'no_camera')
          }}
          seen={scanned}
        />
      )}
    </>
  )
}

/** The text once nobody has typed for a moment. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
