// What may be done, and why not, as the service says: the pages know no rules of their own.
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/facts.tsx'
import { actionTexts } from './texts.ts'

export type AllowedAction<Name extends string = string> = {
  action: Name
  allowed: boolean
  /** Why not, in the service's words. */
  reason: string | null
}

/** @param words what each action is called here; one without words is not offered */
export function Actions<Name extends string>({
  actions,
  words,
  take,
}: {
  actions: readonly AllowedAction<Name>[]
  words: Readonly<Partial<Record<Name, string>>>
  take: (action: Name) => void
}) {
  const t = actionTexts()
  const offered = actions.filter(({ action }) => words[action] !== undefined)
  return (
    <Card title={t.title}>
      <ul class="offered">
        {offered.map(({ action, allowed, reason }) => (
          <li key={action}>
            <Button disabled={!allowed} onClick={() => take(action)}>
              {words[action]}…
            </Button>
            {!allowed && reason && (
              <span class="soft" lang="en">
                {reason}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
