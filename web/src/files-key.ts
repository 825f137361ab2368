/** Files by their hashes, whatever their order and however many runs each of them holds. */
export function filesKey(hashes: readonly (string | null)[]): string {
  return [...new Set(hashes.flatMap((hash) => String(hash).split(' + ')))].sort().join(' ');
}
