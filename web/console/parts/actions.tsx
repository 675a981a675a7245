// What may be done, and why not, as the service says: the pages know no rules of their own.

import { Card } from '../../ui/display/facts.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { actionTexts } from '../texts.ts'
import { TranslatedMessage } from './translated-message.tsx'

export type AllowedAction = {
  allowed: boolean
  /** Why not, in the service's words. */
  reason: string | null
  /** Only its rule stands in the way, and who insists may. */
  forcible?: boolean
}
export type AllowedActions<Name extends string> = Record<Name, AllowedAction>

/** @param words what each action is called here; one without words is not offered on this page */
export function Actions<Name extends string>({
  actions,
  labels: label,
  take,
}: {
  actions: AllowedActions<string>
  labels: Readonly<Record<Name, string>>
  take: (action: NoInfer<Name>) => void
}) {
  const offered = Object.entries<string>(label) as [Name, string][]
  return (
    <Card title={actionTexts().title}>
      <ul class="offered">
        {offered.map(([action, name]) => (
          <li key={action}>
            <Button
              disabled={!actions[action]?.allowed && !actions[action]?.forcible}
              onClick={() => take(action)}
            >
              {name}…
            </Button>
            <WhyNot action={actions[action]} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Nothing for what may be done. */
export function WhyNot({ action }: { action: AllowedAction | undefined }) {
  if (!action || action.allowed || !action.reason) return null
  return <TranslatedMessage>{action.reason}</TranslatedMessage>
}
