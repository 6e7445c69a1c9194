// SPDX-License-Identifier: MIT
// A file that the user gives: which one, and its bytes; or an error that says why not.

// The one file that was dropped.
export function droppedFile(transfer) {
    const entry = transfer.items[0]?.webkitGetAsEntry?.();
    if (entry?.isDirectory)
        throw new Error(`${entry.name} is a folder: drop one .o9, .o9s or .bt`);
    if (transfer.files.length !== 1)
        throw new Error(transfer.files.length === 0 ? 'that is no file: drop one .o9, .o9s or .bt'
                                                    : 'drop one file at a time');
    return transfer.files[0];
}

export async function readFile(file) {
    try {
        return new Uint8Array(await file.arrayBuffer());
    } catch {
        throw new Error('could not be read');
    }
}
