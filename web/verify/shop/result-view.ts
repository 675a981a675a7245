// The answer to a receipt, which fills the screen.
import { element } from '../../ui/frame/dom.ts'
import { amountIn, type Language, visible } from '../texts.ts'
import type { Verdict } from '../verify.ts'
import type { Marking } from './hand-overs.ts'
import { outcomeOf, type Tone } from './outcome.ts'
import { shopTexts } from './shop-texts.ts'

/** What is known of the receipt in front of the seller. */
export type Shown = { verdict?: Verdict; marking?: Marking; isBusy?: boolean }

type Acts = { mark: () => void; next: () => void }

/** Renders the answer; its heading can take the focus. */
export function resultView(
  shown: Shown,
  language: Language,
  acts: Acts,
): { tone: Tone; parts: HTMLElement[] } {
  const texts = shopTexts(language)
  const heading = (text: string) => element('h1', { tabindex: '-1' }, text)
  const { verdict, marking, isBusy = false } = shown
  if (!verdict) return { tone: 'wait', parts: [heading(texts.checking)] }
  const { tone, title, amount, when, text, canMark } = outcomeOf({
    verdict,
    marking,
    now: new Date(),
    language,
  })
  const facts = verdict.kind === 'genuine' ? verdict.facts : undefined
  const line = (name: string, content: string | undefined) =>
    content === undefined ? [] : [element('p', { class: name }, content)]
  const button = (isMain: boolean, label: string, click: () => void) =>
    element('button', { type: 'button', class: isMain ? 'main' : 'second', disabled: isBusy, click }, label)
  return {
    tone,
    parts: [
      heading(title),
      ...line('amount', facts && amount && amountIn(language, amount, facts.currency)),
      ...line('when', when),
      ...line('text', text),
      ...line('about', facts && `${visible(facts.merchant)} · ${visible(facts.reference)}`),
      element(
        'div',
        { class: 'choices' },
        canMark ? button(true, texts.mark, acts.mark) : undefined,
        button(!canMark, texts.next, acts.next),
      ),
    ],
  }
}
