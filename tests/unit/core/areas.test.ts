import { expect, test } from 'vitest'
import { AREAS, railAreas } from '#components/ui/admin/areas.tsx'

test('finance and settings stand at the side for those who may open them, and for nobody else', () => {
  const names = (role: Parameters<typeof railAreas>[0]) => railAreas(role).map(({ name }) => name)

  expect(names('support')).toEqual(AREAS.map(({ name }) => name))
  expect(names('finance')).toContain('finance')
  expect(names('finance')).not.toContain('settings')
  expect(names('owner').slice(-5)).toEqual(['pricing', 'finance', 'reconciliation', 'health', 'settings'])
})
