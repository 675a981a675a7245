// Applies the page's styles to the input, limited to those that cannot mislead a customer.
import type { Styles } from './wire.ts'

const selectors: Record<string, string> = {
  input: 'input',
  ':focus': 'input:focus',
  ':hover': 'input:hover',
  ':disabled': 'input:disabled',
  '::placeholder': 'input::placeholder',
  valid: 'input.valid',
  invalid: 'input.invalid',
}

const allowedProperty =
  /^(color|cursor|font|font-(family|kerning|size|size-adjust|stretch|style|variant(-[a-z-]+)?|weight)|line-height|opacity|text-rendering|text-shadow|(-moz-|-webkit-)?transition(-[a-z-]+)?|-moz-osx-font-smoothing|-(webkit|moz)-(font-smoothing|tap-highlight-color))$/

export function createStyleSheet(): { sheet: CSSStyleSheet; apply(styles: Styles): void } {
  const sheet = new CSSStyleSheet()
  return {
    sheet,
    apply(styles) {
      sheet.replaceSync('')
      for (const [name, properties] of Object.entries(styles)) {
        const selector = selectors[name]
        if (selector) addRule(sheet, selector, properties)
        else ignore(name)
      }
    },
  }
}

function addRule(sheet: CSSStyleSheet, selector: string, properties: Record<string, string>): void {
  const rule = sheet.cssRules[sheet.insertRule(`${selector}{}`, sheet.cssRules.length)] as CSSStyleRule
  for (const [property, value] of Object.entries(properties)) {
    if (allowedProperty.test(property)) rule.style.setProperty(property, value)
    else ignore(property)
  }
}

function ignore(name: string): void {
  // biome-ignore lint/suspicious/noConsole: the real library warns in the integrator's console, too
  console.warn(`Microform: style ${name} is not supported and was ignored`)
}
