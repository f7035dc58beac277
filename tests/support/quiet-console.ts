import { afterEach, beforeEach, expect, vi } from 'vitest'

// A warning nobody expected is a defect: a test that provokes one says so by spying on it itself.
beforeEach(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
})

afterEach(() => {
  if (!vi.isMockFunction(console.error) || !vi.isMockFunction(console.warn)) return
  expect(vi.mocked(console.error).mock.calls).toEqual([])
  expect(vi.mocked(console.warn).mock.calls).toEqual([])
  vi.restoreAllMocks()
})
