// The checklist that leads a new merchant from sign-up to production.
import { useState } from 'preact/hooks'
import { Card } from '../../ui/display/facts.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { catalogue, formatNumber, plural } from '../../ui/language/language.ts'
import { uiTexts } from '../../ui/language/texts.ts'
import { type Loaded, useLoad } from '../../ui/service/load.ts'
import { api, may } from '../access/session.ts'
import type { Step } from '../api-types.ts'
import { preferences } from '../preferences.ts'
import { stepPath, stepsFor, stepText } from './steps.ts'

const texts = catalogue({
  fr: {
    title: 'Premiers pas',
    next: 'Ensuite',
    done: (done: number, all: number) =>
      `${formatNumber(done)} ${plural(done, { one: 'étape', other: 'étapes' })} sur ${formatNumber(all)}`,
    isDone: 'fait',
    isOpen: 'à faire',
    hide: 'Masquer',
    try: 'Essayer maintenant',
    keys: 'Vos clés d’API sont à la page',
    keysPage: 'Clés et accès',
  },
  en: {
    title: 'Getting started',
    next: 'Next',
    done: (done: number, all: number) => `${formatNumber(done)} of ${formatNumber(all)} steps`,
    isDone: 'done',
    isOpen: 'to do',
    hide: 'Hide',
    try: 'Try it now',
    keys: 'Your API keys are on the page',
    keysPage: 'Keys and access',
  },
})

/** The steps of this merchant's channel; all of them for a merchant that has not said how it sells. */
export function useChecklist(): Loaded<Step[]> {
  const loaded = useLoad('checklist', (signal) => api.get<Step[]>('checklist', {}, signal))
  const { data } = loaded
  return { ...loaded, data: data && stepsFor(preferences.value?.sells_by ?? null, data) }
}

const hiddenKey = 'first-steps-hidden'

/**
 * The checklist card of the overview; hidden once all steps are done.
 * @param folded as one line, which can be put away
 * @param quiet below the form of the first link, which is the one thing to do then: without that step and without a main button
 */
export function FirstSteps({
  steps,
  folded,
  quiet = false,
}: {
  steps: readonly Step[] | undefined
  folded: boolean
  quiet?: boolean
}) {
  const t = texts()
  const [hidden, setHidden] = useState(() => localStorage.getItem(hiddenKey) !== null)
  // Most steps need rights that only an owner has.
  if (!may('configure') || !steps || !preferences.value || steps.every(({ done }) => done)) return null
  const done = t.done(steps.filter((step) => step.done).length, steps.length)
  if (quiet)
    return (
      <Card title={t.next}>
        <StepList steps={steps.filter(({ step }) => step !== 'first_link')} />
      </Card>
    )
  if (!folded)
    return (
      <Card title={t.title} side={<span class="soft">{done}</span>}>
        <ToDo steps={steps} />
      </Card>
    )
  if (hidden) return null
  const hide = () => {
    localStorage.setItem(hiddenKey, '')
    setHidden(true)
  }
  return (
    <Card>
      <details class="more">
        <summary>
          <span>
            {t.title} · <span class="soft">{done}</span>
          </span>
        </summary>
        <ToDo steps={steps} folded />
        <Button small onClick={hide}>
          {t.hide}
        </Button>
      </details>
    </Card>
  )
}

/** @param folded without a main button, which would only repeat one of the steps */
function ToDo({ steps, folded = false }: { steps: readonly Step[]; folded?: boolean }) {
  const t = texts()
  return (
    <>
      <StepList steps={steps} />
      {!folded && steps.some(({ step, done }) => !done && stepPath(step) === '/portal/try') && (
        <ButtonLink appearance="main" href="/portal/try">
          {t.try}
        </ButtonLink>
      )}
      {preferences.value?.sells_by !== 'link' && (
        <p class="small-print">
          {t.keys} <a href="/portal/keys">{t.keysPage}</a>.
        </p>
      )}
    </>
  )
}

export function StepList({ steps }: { steps: readonly Step[] }) {
  const t = texts()
  return (
    <ol class="steps">
      {steps.map(({ step, done }) => (
        <li key={step} class={done ? 'done' : undefined}>
          <span class="visually-hidden">{uiTexts().labelled(done ? t.isDone : t.isOpen, '')}</span>
          {done ? stepText(step) : <a href={stepPath(step)}>{stepText(step)}</a>}
        </li>
      ))}
    </ol>
  )
}
