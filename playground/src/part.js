// SPDX-License-Identifier: MIT
// The page's own files. One that is wanted later is fetched when the page opens: it is there then
// even when the network no longer is.

// The bytes of a file.
export async function load(url) {
    const response = await fetch(url).catch(() => null);
    if (!response?.ok)
        throw new Error('a file of this page could not be loaded');
    return new Uint8Array(await response.arrayBuffer());
}

// Begins to fetch a file, and returns the call that gives its bytes. What failed is tried again.
export function fetchPart(url) {
    let bytes = load(url);
    bytes.catch(() => {});                // the call below reports it
    return () => bytes = bytes.catch(() => load(url));
}
