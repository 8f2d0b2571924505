import { createContext } from 'react'

/** HTML that stands in the server's page and nowhere else, by a name; empty in the browser. */
export const ServerHtml = createContext<ReadonlyMap<string, string>>(new Map())
