// The 3-D Secure challenge dialog: open in one tab at a time, and reloaded after a lost connection.
import type { ScriptTexts } from '../../server/cards/checkout/texts.ts'
import { byId } from './card-fields.ts'
import { closeDialog, openDialog, panelShown, showPanel, showWaiting } from './screen.ts'
import { lockChallenge, startChallenge, unlockChallenge } from './three-d-secure.ts'

type StepUp = { step_up_url: string; access_token: string }

export type Challenges = {
  show(stepUp: StepUp, onTakeover?: boolean): Promise<void>
  /** The bank has completed the challenge that is shown. */
  completed(): void
  leave(): void
  /** Offers the customer a reload button from now on: only the customer can see whether the frame stayed empty. */
  connectionLost(): void
  /** The server is reachable again. */
  connectionRestored(): void
}

export function openChallenges(
  transactionUuid: string,
  texts: ScriptTexts,
  on: { lost(): void; completedAgain(times: number): void },
): Challenges {
  let shown: StepUp | undefined
  let done = ''
  let responses = 0
  let wasOffline = false
  const start = () => {
    if (!shown) return
    const title = byId('challenge-title').textContent
    startChallenge(byId('challenge-frame'), title, shown.step_up_url, shown.access_token)
  }
  const challenges: Challenges = {
    async show(stepUp, onTakeover = false) {
      if (stepUp.access_token === done) return on.completedAgain(++responses)
      if (stepUp.access_token === shown?.access_token) return
      const isLocked = await lockChallenge(transactionUuid, onTakeover, () => {
        closeDialog()
        shown = undefined
        on.lost()
      })
      if (!isLocked) {
        if (!panelShown('elsewhere')) showPanel('elsewhere')
        byId('continue-here').onclick = () => void challenges.show(stepUp, true)
        return
      }
      shown = stepUp
      showWaiting(texts.asking, texts)
      openDialog()
      byId('challenge-reload').onclick = start
      start()
    },
    completed: () => {
      done = shown?.access_token ?? done
    },
    leave() {
      if (shown) closeDialog()
      shown = undefined
      unlockChallenge()
    },
    connectionLost() {
      if (!shown) return
      byId('challenge-lost').hidden = false
      byId('challenge-offline').textContent = navigator.onLine ? '' : texts.offlineCheck
      wasOffline ||= !navigator.onLine
    },
    connectionRestored() {
      if (!shown) return
      byId('challenge-offline').textContent = ''
      if (wasOffline) start()
      wasOffline = false
    },
  }
  return challenges
}
