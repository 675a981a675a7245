import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { uiTexts } from '../language/texts.ts'
import { Button } from './button.tsx'

/** A modal dialog. The browser keeps the focus inside, closes it with Escape, and restores the focus. */
export function Dialog({
  title,
  close,
  children,
  locked = false,
}: {
  title: string
  close: () => void
  children: ComponentChildren
  /** For content shown only once: neither Escape nor a click outside closes the dialog. */
  locked?: boolean
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the dialog's own
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        if (!locked) close()
      }}
      onClose={() => {
        // A second Escape closes any dialog, so a locked one is opened again.
        if (!dialog.current?.isConnected) return
        if (locked) dialog.current.showModal()
        else close()
      }}
      onClick={(event) => event.target === dialog.current && !locked && close()}
    >
      <div class="dialog-body">
        <header>
          <h2 id={id}>{title}</h2>
          {!locked && (
            <Button appearance="quiet" small onClick={close}>
              {uiTexts().close}
            </Button>
          )}
        </header>
        {children}
      </div>
    </dialog>
  )
}
