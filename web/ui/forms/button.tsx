import type { ComponentChildren, JSX } from 'preact'
import { toast } from '../frame/toast.tsx'
import { uiTexts } from '../language/texts.ts'

type ButtonProps = Omit<JSX.IntrinsicElements['button'], 'type' | 'class'> & {
  /** `main` is for the page's main action, `danger` for an action that cannot be undone. */
  appearance?: 'main' | 'plain' | 'quiet' | 'danger'
  type?: 'button' | 'submit'
  /** The action is in progress: clicks are ignored. */
  busy?: boolean
  small?: boolean
}

export function Button({
  appearance = 'plain',
  type = 'button',
  busy = false,
  small,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      class={`button ${appearance}${small ? ' small' : ''}`}
      aria-busy={busy}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    />
  )
}

/** A link that looks like a button. */
export function ButtonLink(
  props: Omit<JSX.IntrinsicElements['a'], 'class' | 'href'> & {
    href: string
    appearance?: ButtonProps['appearance']
    small?: boolean
  },
) {
  const { appearance = 'plain', small, ...rest } = props
  return <a {...rest} class={`button ${appearance}${small ? ' small' : ''}`} />
}

/** @param what names the copied text for screen readers: "Copy: reference" */
export function CopyButton({
  text,
  what,
  appearance = 'quiet',
  children,
  small = children === undefined,
}: {
  text: string
  what: string
  appearance?: ButtonProps['appearance']
  children?: ComponentChildren
  small?: boolean
}) {
  const t = uiTexts()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast(t.labelled(t.copied, what))
    } catch {
      toast(t.copyFailed, 'bad')
    }
  }
  return (
    <Button
      small={small}
      appearance={appearance}
      onClick={copy}
      aria-label={children === undefined ? t.labelled(t.copy, what) : undefined}
    >
      {children ?? t.copy}
    </Button>
  )
}
