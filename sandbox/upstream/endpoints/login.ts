import { randomBytes } from 'node:crypto'
import { done, type Endpoint, refused } from '#sandbox/upstream/endpoints/endpoint.ts'
import { setSession } from '#sandbox/upstream/world.ts'

export const login: Endpoint = {
  path: '/api_order/login',
  method: 'POST',
  access: 'login',
  required: ['phonenumber', 'password'],
  success: 1,
  run: ({ world, params, at }) => {
    if (params.phonenumber !== world.credentials.phone || params.password !== world.credentials.password) {
      return refused(-1, 'username or password error')
    }
    if (!world.account.apiAllowed) return refused(-3, 'no permission to call the api')

    const token = `10001-${randomBytes(16).toString('hex').toUpperCase()}`
    setSession(world, { token, issuedAt: at })

    return done({ token })
  },
}
