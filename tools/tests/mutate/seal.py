"""Digests made to fit an edited run again, so that the comparison behind them is what is tested."""
import hashlib
import os
import re
import subprocess


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def reseal(world, folder, over):
    """Adds provenance.json and SHA256SUMS of `folder` to `over`, true to its other files."""
    path = folder + '/provenance.json'
    statement = over.get(path, world.base[path]).decode()
    for name, data in over.items():
        if name.startswith(folder + '/') and name != path and data is not None:
            old = sha256(world.base[name])
            pattern = r'("name": "' + re.escape(os.path.basename(name)) + r'",\s*"digest": \{\s*"sha256": ")' + old
            statement = re.sub(pattern, lambda m, data=data: m.group(1) + sha256(data), statement)
    over[path] = statement.encode()
    sums = folder + '/SHA256SUMS'
    lines = []
    for line in world.base[sums].decode().splitlines():
        name = folder + '/' + line[66:]
        lines.append(sha256(over.get(name, world.base.get(name))) + line[64:] + '\n')
    over[sums] = ''.join(lines).encode()


def make_key(folder, name):
    path = os.path.join(folder, name)
    subprocess.run(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', path], check=True)
    with open(path + '.pub', encoding='utf-8') as file:
        return path, ' '.join(file.read().split()[:2])


def sign(key, data, folder):
    """SHA256SUMS.sig for these bytes."""
    path = os.path.join(folder, 'to-sign')
    with open(path, 'wb') as file:
        file.write(data)
    if os.path.exists(path + '.sig'):
        os.remove(path + '.sig')
    subprocess.run(['ssh-keygen', '-q', '-Y', 'sign', '-n', 'daybook-evidence', '-f', key, path],
                   check=True, stderr=subprocess.DEVNULL)
    with open(path + '.sig', 'rb') as file:
        return file.read()
