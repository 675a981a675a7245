import { Page } from '../ui/page.tsx'
import { Shell } from '../ui/shell.tsx'

export function Portal() {
  return (
    <Shell name="" start="/portal">
      <Page title="Mosolo">
        <p />
      </Page>
    </Shell>
  )
}
