// The actions an admin may take, and why others are unavailable. The service decides: the pages have no rules.
import { Card } from '../../ui/display/facts.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { may, type Right } from '../frame/rights.ts'
import { actionTexts } from '../texts.ts'
import { TranslatedMessage } from './translated-message.tsx'

export type AllowedAction = {
  allowed: boolean
  /** Why not, in the service's English. */
  reason: string | null
  /** Only a deadline forbids the action, and an admin may override it. */
  forcible?: boolean
}
export type AllowedActions<Name extends string> = Record<Name, AllowedAction>

/**
 * @param labels the name of each action; an action without a name is not offered on this page
 * @param rights what each action needs: one that the role lacks is not offered
 */
export function Actions<Name extends string>({
  actions,
  labels: label,
  rights,
  take,
}: {
  actions: AllowedActions<string>
  labels: Readonly<Partial<Record<Name, string>>>
  rights: Readonly<Record<NoInfer<Name>, Right>>
  take: (action: NoInfer<Name>) => void
}) {
  const offered = (Object.entries(label) as [Name, string][]).filter(([name]) => may(rights[name]))
  if (offered.length === 0) return null
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

/** Why an action is unavailable; empty for an available one. */
export function WhyNot({ action }: { action: AllowedAction | undefined }) {
  if (!action || action.allowed || !action.reason) return null
  return <TranslatedMessage>{action.reason}</TranslatedMessage>
}
