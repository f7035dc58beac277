type Kind<Failure extends Error> = new (...args: never[]) => Failure

/** Returns a reader of the error with which work ended. Work that did not fail, or failed otherwise, throws. */
export function failureAs<Failure extends Error>(kind: Kind<Failure>) {
  return async (work: Promise<unknown>): Promise<Failure> => {
    const error = await work.then(
      () => new Error('It succeeded.'),
      (reason: unknown) => reason,
    )
    if (!(error instanceof kind)) throw error

    return error
  }
}
