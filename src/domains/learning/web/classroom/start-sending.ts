import { keepSending } from './keep-sending.ts'

// Every page's own script loads this when something waits: to name the call there costs them all.
keepSending()
