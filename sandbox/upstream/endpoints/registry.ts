import { catalogEndpoints } from '#sandbox/upstream/endpoints/catalog.ts'
import type { Endpoint } from '#sandbox/upstream/endpoints/endpoint.ts'
import { login } from '#sandbox/upstream/endpoints/login.ts'
import { partnerEndpoints } from '#sandbox/upstream/endpoints/partners.ts'

export const ENDPOINTS: Map<string, Endpoint> = new Map(
  [login, ...catalogEndpoints, ...partnerEndpoints].map((endpoint) => [endpoint.path, endpoint]),
)
