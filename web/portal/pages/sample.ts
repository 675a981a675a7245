// The sample month: what offers it to a newcomer, and the ribbon of whoever looks at it.
export { SampleRibbon } from '../sample/ribbon.tsx'
export { SampleCard } from '../sample/sample-card.tsx'
