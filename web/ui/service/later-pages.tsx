// Pages that are not part of an app's first script: they are loaded together, when the first page is there or one of them is opened.
import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../forms/button.tsx'
import { Notice } from '../frame/notice.tsx'
import { Page } from '../frame/page.tsx'
import { catalogue } from '../language/language.ts'
import { Waiting } from './await.tsx'

const texts = catalogue({
  fr: {
    title: 'Page non chargée',
    failed: 'Cette page n’a pas pu être chargée. Vérifiez votre connexion.',
    reload: 'Actualiser',
  },
  en: {
    title: 'Page not loaded',
    failed: 'This page couldn’t be loaded. Check your connection.',
    reload: 'Reload',
  },
})

export type LaterPages<Pages> = {
  /** Loads the pages. A failure shows when one of them is opened. */
  load: () => void
  /** A page that waits for the others of its script. */
  page: <Props extends object>(pick: (pages: Pages) => ComponentType<Props>) => ComponentType<Props>
  /** The same for a part of another page, which has the heading. */
  part: <Props extends object>(pick: (pages: Pages) => ComponentType<Props>) => ComponentType<Props>
}

/** @param importPages imports the pages; called once, and again after a failure. */
export function laterPages<Pages>(importPages: () => Promise<Pages>): LaterPages<Pages> {
  let loaded: Pages | undefined
  let loading: Promise<void> | undefined
  const load = (): Promise<void> => {
    loading ??= importPages().then(
      (pages) => {
        loaded = pages
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  const later = <Props extends object>(
    pick: (pages: Pages) => ComponentType<Props>,
    meanwhile: (failed: boolean) => ComponentChildren,
  ): ComponentType<Props> =>
    function Later(props) {
      const [, setRound] = useState(0)
      const [failed, setFailed] = useState(false)
      // The pages may arrive between this drawing and its effect, which then has to draw again.
      const isDrawn = loaded !== undefined
      useEffect(() => {
        if (isDrawn) return
        load().then(
          () => setRound((round) => round + 1),
          () => setFailed(true),
        )
      }, [])
      if (!loaded) return <>{meanwhile(failed)}</>
      const Loaded = pick(loaded)
      return <Loaded {...props} />
    }
  return {
    load: () => void load().catch(() => {}),
    page: (pick) => later(pick, (failed) => <LaterPage failed={failed} />),
    part: (pick) => later(pick, (failed) => (failed ? <NotLoaded /> : <Waiting />)),
  }
}

function LaterPage({ failed }: { failed: boolean }) {
  if (failed)
    return (
      <Page title={texts().title}>
        <NotLoaded />
      </Page>
    )
  return (
    <div class="page">
      <Waiting />
    </div>
  )
}

/** A browser may remember that a script failed, and after an upgrade it has another name: only a reload helps for certain. */
function NotLoaded() {
  const t = texts()
  return (
    <Notice tone="bad">
      <p>{t.failed}</p>
      <Button small onClick={() => location.reload()}>
        {t.reload}
      </Button>
    </Notice>
  )
}
