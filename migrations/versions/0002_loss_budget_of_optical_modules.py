"""loss budget of optical modules

Revision: 0002, after 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("part_optic", schema=None) as batch_op:
        batch_op.add_column(sa.Column("loss_budget_db", sa.Double(), nullable=True))
        batch_op.create_check_constraint(batch_op.f("ck_part_optic_loss_budget_db_ge"), '"loss_budget_db" >= 0')


def downgrade() -> None:
    with op.batch_alter_table("part_optic", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("ck_part_optic_loss_budget_db_ge"), type_="check")
        batch_op.drop_column("loss_budget_db")
