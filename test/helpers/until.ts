/** Looks again and again until there is something; the time limit of the test ends it. */
export async function until<T>(look: () => T | Promise<T>): Promise<Exclude<T, undefined | false>> {
  for (;;) {
    const found = await look();
    if (found) return found as Exclude<T, undefined | false>;
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}
