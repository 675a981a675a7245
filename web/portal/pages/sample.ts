// What is beside the live profile: the sample month with its ribbon, and the switch to test mode.
export { ModeBar } from '../mode/mode-bar.tsx'
export { SampleRibbon } from '../sample/ribbon.tsx'
export { SampleCard } from '../sample/sample-card.tsx'
