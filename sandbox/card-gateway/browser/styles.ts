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

const allowedProperties = new Set(
  `color cursor font font-family font-kerning font-size font-size-adjust font-stretch font-style font-weight line-height opacity
   text-rendering text-shadow -moz-osx-font-smoothing -webkit-font-smoothing -moz-font-smoothing -webkit-tap-highlight-color
   -moz-tap-highlight-color`.split(/\s+/),
)
const allowedFamily = /^(?:font-variant|(?:-moz-|-webkit-)?transition)(?:-[a-z-]+)?$/

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
    if (allowedProperties.has(property) || allowedFamily.test(property))
      rule.style.setProperty(property, value)
    else ignore(property)
  }
}

function ignore(name: string): void {
  // biome-ignore lint/suspicious/noConsole: the real library warns in the integrator's console, too
  console.warn(`Microform: style ${name} is not supported and was ignored`)
}
