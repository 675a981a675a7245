import { render } from 'preact'
import { LocationProvider } from 'preact-iso'
import '../ui/style.css'
import './portal.css'
import { Portal } from './portal.tsx'

render(
  <LocationProvider scope="/portal">
    <Portal />
  </LocationProvider>,
  document.getElementById('app') as HTMLElement,
)
