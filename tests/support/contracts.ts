import { type Endpoint, methodOf, pathOf } from '../../src/http/endpoint.ts'

const contracts = import.meta.glob<Record<string, unknown>>(
  ['../../src/http/contract.ts', '../../src/domains/**/contract.ts'],
  {
    eager: true,
  },
)

/** Every endpoint that a contract describes. */
export const endpoints: Endpoint[] = Object.values(contracts).flatMap((contract) =>
  Object.values(contract).filter(isEndpoint),
)

/** The endpoint that answers a request, as the server's router would choose it. */
export function findEndpoint(method: string, path: string): Endpoint | undefined {
  const matching = endpoints.filter(
    (endpoint) => methodOf(endpoint.route) === method && patternOf(endpoint).test(path),
  )
  return matching.find((endpoint) => pathOf(endpoint.route) === path) ?? matching[0]
}

function patternOf(endpoint: Endpoint): RegExp {
  return new RegExp(`^${pathOf(endpoint.route).replaceAll(/:[a-z_]+/g, '[^/]+')}$`)
}

function isEndpoint(exported: unknown): exported is Endpoint {
  return typeof exported === 'object' && exported !== null && 'route' in exported
}
