// The bar at the head of every page of a merchant that has gone live: which mode it is, and the switch to the other one.
import { useEffect, useState } from 'preact/hooks'
import { toast } from '../../ui/frame/toast.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { refusalText } from '../../ui/language/refusal.ts'
import { RequestError } from '../../ui/service/client.ts'
import { session } from '../access/session.ts'
import { followMode, type Mode, switchMode } from './switch-mode.ts'

const texts = catalogue({
  fr: {
    mode: 'Mode',
    live: 'Production',
    test: 'Test',
    title: 'Mode test',
    text: 'Aucun argent réel.',
    real: 'Argent réel',
  },
  en: {
    mode: 'Mode',
    live: 'Live',
    test: 'Test',
    title: 'Test mode',
    text: 'No real money.',
    real: 'Real money',
  },
})

const modes = ['live', 'test'] as const

export function ModeBar() {
  const t = texts()
  const [wanted, setWanted] = useState<Mode>()
  useEffect(followMode, [])
  const isTest = session.value?.environment === 'sandbox'
  const current: Mode = isTest ? 'test' : 'live'
  const choose = async (mode: Mode) => {
    if (mode === current || wanted) return
    setWanted(mode)
    try {
      await switchMode(mode)
    } catch (error) {
      if (error instanceof RequestError) toast(refusalText(error), 'bad')
      setWanted(undefined)
    }
  }
  return (
    <section class={isTest ? 'mode-bar test' : 'mode-bar'} aria-label={t.mode}>
      <p>
        {isTest ? (
          <>
            <strong>{t.title}</strong> {t.text}
          </>
        ) : (
          t.real
        )}
      </p>
      <fieldset class="choice small" aria-label={t.mode}>
        {modes.map((mode) => (
          <button
            key={mode}
            type="button"
            aria-pressed={mode === (wanted ?? current)}
            onClick={() => choose(mode)}
          >
            {t[mode]}
          </button>
        ))}
      </fieldset>
    </section>
  )
}
