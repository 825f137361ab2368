"""A private training with Opacus that is audited: see docs/opacus.md.

    onerun canaries --canaries 1000 --out canaries.csv
    python3 train.py
    onerun audit run
"""

import torch
from onerun_audit.opacus import attach
from onerun_audit.torch import CanaryRecords
from opacus import PrivacyEngine

dataset = torch.utils.data.TensorDataset(torch.randn(2000, 42), torch.randint(10, (2000,)))
model = torch.nn.Sequential(torch.nn.Linear(42, 64), torch.nn.Tanh(), torch.nn.Linear(64, 10))
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)

records = CanaryRecords(dataset, "canaries.csv")  # one more record for each canary that is in
loader = records.loader(batch_size=100)  # 20 batches, whoever is in
engine = PrivacyEngine()
model, optimizer, loader = engine.make_private(
    module=model, optimizer=optimizer, data_loader=loader, noise_multiplier=1.0, max_grad_norm=1.0
)
audited = attach(optimizer, records, loader=loader, steps=200, size=10)

for epoch in range(10):
    for x, y in loader:
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()

audited.write("run", accountant=engine.accountant)
